import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { UNBUNDLED_PACKAGES } from '#server/unbundled-packages.ts'
import { BUNDLED_FILE, findNode, listShipped } from '../sbom/list-shipped.ts'
import { keepShipped, makeSbom } from '../sbom/make-sbom.ts'
import { removeDeadLinks } from './remove-dead-links.ts'

/** Files to run, migrate and explain the app. Missing files, such as documents in the build of an image, are left out. */
const FILES = [
  'CHANGELOG.md',
  'bin',
  'deploy',
  'dist/emulator-page',
  'dist/server',
  'dist/web',
  'docs/install',
  'docs/operate',
  'docs/pictures',
  'docs/reference',
  'docs/use',
  'src/server/storage/migrations',
]
/** Commands of the server, each built from the script with its name. */
export const SERVER_COMMANDS = ['backup', 'doctor', 'move-to-postgres', 'restore']
const LAUNCHERS = ['nano-sync', 'nano-sync-server']
/** Matches files to leave out: secrets in the deployment folders, and the Dockerfile, which needs a clone. */
const LEFT_OUT = /\/deploy\/(\.env|secrets|Dockerfile)$/
const OWN_FILES = join(import.meta.dirname, 'files')

interface Layout {
  root: string
  target: string
}

/** Creates the folder of a release from the built files and the few packages that they need. */
export function layOutRelease({ root, target }: Layout): void {
  for (const file of FILES) copy(join(root, file), join(target, file))
  for (const name of UNBUNDLED_PACKAGES) copy(join(root, 'node_modules', name), join(target, 'node_modules', name))
  copyNode({ root, target })
  copy(join(OWN_FILES, 'README.md'), join(target, 'README.md'))
  for (const name of LAUNCHERS) {
    copy(join(OWN_FILES, name), join(target, 'bin', name))
    chmodSync(join(target, 'bin', name), 0o755)
  }
  writeFileSync(join(target, 'package.json'), packageFile(root))
  // Keep this path, because crontabs of release 3.0.0 call `node scripts/backup.ts`.
  mkdirSync(join(target, 'scripts'))
  for (const name of SERVER_COMMANDS)
    writeFileSync(join(target, `scripts/${name}.ts`), `import '../dist/server/${name}.js'\n`)
  writeFileSync(join(target, 'sbom.cdx.json'), keepShipped(makeSbom({ root, name: 'nano-sync' }), listShipped(root)))
  // Remove the lists of bundled packages, because the list of all packages replaces them.
  for (const list of globSync(`dist/*/${BUNDLED_FILE}`, { cwd: target })) rmSync(join(target, list))
  endLinks(target)
}

/** Removes links from pages to files that only the project has. */
function endLinks(target: string): void {
  for (const path of globSync('{*,deploy/**/*,docs/**/*}.md', { cwd: target })) {
    const file = join(target, path)
    const exists = (linked: string) => existsSync(join(target, linked))
    writeFileSync(file, removeDeadLinks(readFileSync(file, 'utf8'), { path, exists }))
  }
}

function copy(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, dereference: true, filter: (path) => !LEFT_OUT.test(path) })
}

/** Copies only Node itself, for the platform of this machine, without npm and headers. */
function copyNode({ root, target }: Layout): void {
  for (const folder of findNode(root)) {
    const program = realpathSync(join(root, 'node_modules/.bin/node'))
    const to = join(target, 'node_modules', basename(folder))
    for (const file of [relative(folder, program), 'LICENSE', 'package.json']) copy(join(folder, file), join(to, file))
    mkdirSync(join(target, 'node_modules/.bin'))
    symlinkSync(
      relative(join(target, 'node_modules/.bin'), join(to, relative(folder, program))),
      join(target, 'node_modules/.bin/node'),
    )
  }
}

/** Builds the package.json of a release, without the parts for installing and building. */
function packageFile(root: string): string {
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name, version, description, type, bin, engines } = project
  const commands = SERVER_COMMANDS.map((command) => [command, `node dist/server/${command}.js`])
  const dependencies = Object.fromEntries(UNBUNDLED_PACKAGES.map((each) => [each, project.dependencies[each]]))
  const scripts = { start: project.scripts.start, ...Object.fromEntries(commands) }
  const release = { name, version, description, private: true, type, bin, engines, scripts, dependencies }
  return `${JSON.stringify(release, null, 2)}\n`
}
