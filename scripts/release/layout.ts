import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { UNBUNDLED_PACKAGES } from '#server/unbundled-packages.ts'

/** Everything that runs, migrates and explains. What is missing, such as documents in the build of an image, is left out. */
const FILES = [
  'CHANGELOG.md',
  'README.md',
  'bin',
  'deploy',
  'dist/emulator-page',
  'dist/server',
  'dist/web',
  'docs',
  'src/server/storage/migrations',
]
const COMMANDS = ['backup', 'doctor', 'move-to-postgres', 'restore']
/** Secrets that lie in the folders of a deployment. */
const PRIVATE = /\/deploy\/(\.env|secrets)$/

/** Lays a release out in a folder: what is built, and the few packages that it needs beside it. */
export function layOutRelease({ root, target }: { root: string; target: string }): void {
  for (const file of FILES) copy(join(root, file), join(target, file))
  for (const name of UNBUNDLED_PACKAGES) copy(join(root, 'node_modules', name), join(target, 'node_modules', name))
  copyNode({ root, target })
  writeFileSync(join(target, 'package.json'), packageFile(root))
  // Where the timetables of earlier releases look for them.
  mkdirSync(join(target, 'scripts'))
  for (const name of COMMANDS) writeFileSync(join(target, `scripts/${name}.ts`), `import '../dist/server/${name}.js'\n`)
}

function copy(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, dereference: true, filter: (path) => !PRIVATE.test(path) })
}

/** Only Node itself, of the platform of this machine: not npm, nor the headers that come with it. */
function copyNode({ root, target }: { root: string; target: string }): void {
  const link = join(root, 'node_modules/.bin/node')
  if (!existsSync(link)) return
  const program = realpathSync(link)
  const folder = dirname(dirname(program))
  const to = join(target, 'node_modules', basename(folder))
  for (const file of [relative(folder, program), 'LICENSE', 'package.json']) copy(join(folder, file), join(to, file))
  mkdirSync(join(target, 'node_modules/.bin'))
  symlinkSync(
    relative(join(target, 'node_modules/.bin'), join(to, relative(folder, program))),
    join(target, 'node_modules/.bin/node'),
  )
}

/** The package of a release: it is installed already, and nothing has to be built. */
function packageFile(root: string): string {
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name, version, description, type, bin, engines } = project
  const commands = COMMANDS.map((command) => [command, `node dist/server/${command}.js`])
  const dependencies = Object.fromEntries(UNBUNDLED_PACKAGES.map((each) => [each, project.dependencies[each]]))
  const scripts = { start: project.scripts.start, ...Object.fromEntries(commands) }
  const release = { name, version, description, private: true, type, bin, engines, scripts, dependencies }
  return `${JSON.stringify(release, null, 2)}\n`
}
