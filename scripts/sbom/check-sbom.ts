import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { z } from 'zod'
import { readPurl } from './make-sbom.ts'

/** Licenses that allow any use. They only require passing on their text, or changes to the package itself. */
const ALLOWED_LICENSES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])
/** Licenses of packages whose license is only in a file, not where npm looks for it. */
const LICENSES_IN_FILES: Readonly<Record<string, string>> = { 'url-template': 'BSD-3-Clause' }

const License = z.union([
  z.object({ license: z.object({ id: z.string() }) }).transform(({ license }) => license.id),
  z.object({ license: z.object({ name: z.string() }) }).transform(({ license }) => license.name),
  z.object({ expression: z.string() }).transform(({ expression }) => expression),
])
const Component = z.object({
  /**
   * Package URL, such as `pkg:npm/%40scope/name@1.2.3`. It names the package itself, even if the project uses an alias.
   */
  purl: z.string().transform(readPurl),
  name: z.string(),
  hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]),
  licenses: z.array(License).default([]),
})
const Sbom = z.object({ components: z.array(Component) })
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ name: z.string().optional(), version: z.string().optional(), integrity: z.string().optional() }),
  ),
})

/** Finds the problems of a list of components: an invalid format, missing packages, and licenses that are not allowed. */
export async function findProblems(sbom: string, lockFile: string): Promise<string[]> {
  const invalid = await formatProblems(sbom)
  if (invalid.length > 0) return invalid
  const { components } = Sbom.parse(JSON.parse(sbom))
  return [...differences(components, lockFile), ...components.filter(isForeign).flatMap(licenseProblem)]
}

/** Finds violations of the CycloneDX format. */
export async function formatProblems(sbom: string): Promise<string[]> {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5)
  const invalid = await validator.validate(sbom)
  return invalid === null ? [] : [`It is not valid CycloneDX: ${JSON.stringify(invalid)}`]
}

function differences(components: readonly z.infer<typeof Component>[], lockFile: string): string[] {
  const listed = new Map(components.map((component) => [component.purl, component]))
  const locked = new Map(
    Object.entries(Lock.parse(JSON.parse(lockFile)).packages)
      // Skip the project, and links to its own packages, which are listed by their folder.
      .filter(([path, { version }]) => path !== '' && version !== undefined)
      .map(([path, entry]) => [`${entry.name ?? path.split('node_modules/').at(-1)}@${entry.version}`, entry]),
  )
  return [
    ...[...locked.keys()].filter((id) => !listed.has(id)).map((id) => `It leaves out ${id}`),
    ...[...listed.keys()].filter((id) => !locked.has(id)).map((id) => `${id} is not in the lock file`),
    ...[...listed].flatMap(([id, { hashes }]) => {
      const integrity = locked.get(id)?.integrity
      const isSame = hashes.some(({ alg, content }) => alg === 'SHA-512' && integrity === `sha512-${base64(content)}`)
      return integrity !== undefined && !isSame ? [`The hash of ${id} is not the lock file's`] : []
    }),
  ]
}

function base64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64')
}

const isForeign = ({ purl }: z.infer<typeof Component>): boolean => !purl.startsWith('@nano-sync/')

/** Reports a package without an allowed license. A single allowed license is enough. */
function licenseProblem({ name, purl, licenses }: z.infer<typeof Component>): string[] {
  const [license = LICENSES_IN_FILES[name] ?? ''] = licenses
  const choices = license.replaceAll(/[()]/g, '').split(' OR ')
  if (choices.some((choice) => choice.split(' AND ').every((part) => ALLOWED_LICENSES.has(part)))) return []
  return [`${purl} has the license ${license || 'none'}, which nobody has allowed in scripts/sbom/check-sbom.ts`]
}
