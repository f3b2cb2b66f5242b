import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'
import { addRelease, readChange, releaseNotes } from './release/changelog.ts'
import { layOutRelease } from './release/layout.ts'

const ROOT = join(import.meta.dirname, '..')
const CHANGES = join(ROOT, 'changes')
const CHANGELOG = join(ROOT, 'CHANGELOG.md')
const OUT = join(ROOT, 'dist/release')
/** Each begins with the version of the app; other packages may have the same one. */
const VERSIONED = [
  { file: 'package.json', places: 1 },
  // Also of the project among the packages.
  { file: 'package-lock.json', places: 2 },
  { file: 'deploy/kubernetes/kustomization.yaml', places: 1 },
]

const command = readCommandLine(
  new Command('release')
    .description(
      'Makes a release in dist/release: enters the version and its notes, runs all checks and tests, commits and tags, and builds the archive, the list of packages and, with Buildah or Podman, the image.',
    )
    .argument('<version>', 'the version, such as 3.1.0')
    .option('--no-checks', 'for what was checked already'),
)
const [version = ''] = command.args
const { checks } = command.opts<{ checks: boolean }>()

const previous: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
if (!isLater(version, previous)) fail(`${version} is not a version after ${previous}.`)
if (git('status', '--porcelain') !== '') fail('There are changes that are not committed.')
const files = readdirSync(CHANGES).filter((name) => name !== 'README.md')
if (files.length === 0) fail('There is nothing in changes to release.')

const notes = releaseNotes(files.sort().map((name) => readChange(name, readFileSync(join(CHANGES, name), 'utf8'))))
const date = new Date().toISOString().slice(0, 10)
writeFileSync(CHANGELOG, addRelease(readFileSync(CHANGELOG, 'utf8'), { version, date, notes }))
for (const name of files) rmSync(join(CHANGES, name))
for (const { file, places } of VERSIONED) {
  let text = readFileSync(join(ROOT, file), 'utf8')
  for (let place = 1; place <= places; place += 1) text = text.replace(previous, version)
  writeFileSync(join(ROOT, file), text)
}
if (checks) {
  run('npm', 'run', 'static')
  run('npm', 'test')
}
run('git', 'commit', '--all', '--message', `Release ${version}`)
run('git', 'tag', '--cleanup=verbatim', '--annotate', `v${version}`, '--message', notes)

// The commit of the release is built in.
rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
run('npm', 'run', 'build', '--', '--tests')
run('npm', 'run', 'sbom')
const name = `nano-sync-${version}-${process.platform}-${process.arch}`
mkdirSync(join(OUT, name), { recursive: true })
layOutRelease({ root: ROOT, target: join(OUT, name) })
run(
  'tar',
  '--create',
  '--gzip',
  '--file',
  join(OUT, `${name}.tar.gz`),
  '--directory',
  OUT,
  '--owner=0',
  '--group=0',
  name,
)
rmSync(join(OUT, name), { recursive: true })
copyFileSync(join(ROOT, 'dist/sbom.cdx.json'), join(OUT, `nano-sync-${version}.cdx.json`))
writeFileSync(join(OUT, `nano-sync-${version}.md`), notes)
const builder = ['buildah', 'podman'].find((program) => spawnSync(program, ['--version']).status === 0)
if (builder) buildImage(builder)
else console.log('No image was built: neither buildah nor podman is installed.')
console.log(`${version} is in ${OUT}. Push it with: git push --follow-tags`)

function buildImage(program: string): void {
  const image = `nano-sync:${version}`
  const options = ['--file', 'deploy/Dockerfile', '--build-arg', `COMMIT=${git('rev-parse', 'HEAD')}`, '--tag', image]
  // The other format has no health checks.
  run(program, 'build', '--format', 'docker', ...options, '.')
  const archive = join(OUT, `nano-sync-${version}-image.tar`)
  run(program, 'push', image, `docker-archive:${archive}:${image}`)
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: ROOT, stdio: 'inherit' })
}

function isLater(one: string, other: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number)
  if (!/^\d+\.\d+\.\d+$/.test(one)) return false
  const [ours, theirs] = [numbers(one), numbers(other)]
  const at = ours.findIndex((number, index) => number !== theirs[index])
  return at >= 0 && (ours[at] ?? 0) > (theirs[at] ?? 0)
}

function fail(problem: string): never {
  console.error(problem)
  process.exit(1)
}
