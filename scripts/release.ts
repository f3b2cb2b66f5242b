import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'
import { addRelease, readChange, releaseNotes } from './release/changelog.ts'
import { isLaterVersion, nextVersion } from './release/next-version.ts'
import { packRelease } from './release/pack-release.ts'

const ROOT = join(import.meta.dirname, '..')
const CHANGES = join(ROOT, 'changes')
const CHANGELOG = join(ROOT, 'CHANGELOG.md')
const OUT = join(ROOT, 'dist/release')
/** Files with the version of the app in their first places. Other packages may have an equal version further below. */
const VERSIONED = [
  { file: 'package.json', places: 1 },
  // The second place is the entry of the project among the packages.
  { file: 'package-lock.json', places: 2 },
  { file: 'deploy/kubernetes/kustomization.yaml', places: 1 },
]

const command = readCommandLine(
  new Command('release')
    .description(
      'Makes a release in dist/release: enters the version and its notes, builds and tries the archive, then commits and tags. Whatever fails leaves no commit and no tag, so that it can be repeated.',
    )
    .argument('[version]', 'the version, such as 3.1.0; by default, the next one that the changes ask for')
    .option('--checks', 'first runs all checks and tests, for a commit that nothing has checked'),
)
const previous: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
if (git('status', '--porcelain') !== '') fail('There are changes that are not committed.')
const files = readdirSync(CHANGES).filter((name) => name !== 'README.md')
if (files.length === 0) fail('There is nothing in changes to release.')
const changes = files.sort().map((name) => readChange(name, readFileSync(join(CHANGES, name), 'utf8')))
const version = command.args[0] ?? nextVersion(previous, changes)
if (!isLaterVersion(version, previous)) fail(`${version} is not a version after ${previous}.`)
if (command.opts<{ checks?: boolean }>().checks) {
  run('npm', 'run', 'static')
  run('npm', 'test')
}
const notes = releaseNotes(changes)
try {
  const commit = writeCommit()
  build(commit)
  run('git', 'tag', '--cleanup=verbatim', '--annotate', `v${version}`, commit, '--message', notes)
  run('git', 'reset', '--quiet', commit)
} catch (error) {
  run('git', 'reset', '--quiet', '--hard')
  fail(`${version} was not released: ${error instanceof Error ? error.message : String(error)}`)
}
console.log(
  `${version} is in ${OUT}. Push it with: git push --follow-tags. Build its image with: npm run image -- ${version}`,
)

/** Writes the version and its notes as a commit that no branch contains yet. */
function writeCommit(): string {
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(CHANGELOG, addRelease(readFileSync(CHANGELOG, 'utf8'), { version, date, notes }))
  for (const name of files) rmSync(join(CHANGES, name))
  for (const { file, places } of VERSIONED) {
    let text = readFileSync(join(ROOT, file), 'utf8')
    for (let place = 1; place <= places; place += 1) text = text.replace(previous, version)
    writeFileSync(join(ROOT, file), text)
  }
  git('add', '--all')
  return git('commit-tree', git('write-tree'), '-p', 'HEAD', '-m', `Release ${version}`)
}

function build(commit: string): void {
  // Build again, because the build includes the commit of the release.
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
  const env = { ...process.env, COMMIT: commit }
  execFileSync('npm', ['run', 'build', '--', '--tests'], { cwd: ROOT, env, stdio: 'inherit' })
  run('npm', 'run', 'sbom')
  mkdirSync(OUT)
  writeFileSync(join(OUT, `nano-sync-${version}.md`), notes)
  packRelease({ root: ROOT, out: OUT, version })
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: ROOT, stdio: 'inherit' })
}

function fail(problem: string): never {
  console.error(problem)
  process.exit(1)
}
