import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'

const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'dist/sbom.cdx.json')

readCommandLine(
  new Command('sbom').description(
    'Lists the packages that a release ships in dist/sbom.cdx.json, in the CycloneDX format, and checks hashes and licenses of all packages.',
  ),
)
const { findProblems, formatProblems } = await import('./sbom/check-sbom.ts')
const { listShipped } = await import('./sbom/list-shipped.ts')
const { keepShipped, makeSbom } = await import('./sbom/make-sbom.ts')

const all = makeSbom({ root: ROOT, name: 'nano-sync' })
const sbom = keepShipped(all, listShipped(ROOT))
const lockFile = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
const problems = [...(await findProblems(all, lockFile)), ...(await formatProblems(sbom))]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
mkdirSync(dirname(TARGET), { recursive: true })
writeFileSync(TARGET, sbom)
console.log(`${JSON.parse(sbom).components.length} components are listed in ${TARGET}`)
