// Makes a fresh clone ready: installs the packages when the lock file changed, builds the pages when their sources did.
// It runs before anything is installed, on whatever Node the machine has, so it uses Node's built-ins only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)
const nodeBinary = at('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

const pages = [
  { name: 'web', config: 'src/web/vite.config.ts', sources: ['src/web', 'src/contract', 'src/domain'] },
  { name: 'emulator-page', config: 'src/emulator/page/vite.config.ts', sources: ['src/emulator/page'] },
]

installPackages()
for (const page of pages) buildPage(page)

function installPackages() {
  const stamp = at('node_modules', '.installed-from')
  const wanted = `${process.platform}-${process.arch}-${hashOf(['package-lock.json'])}`
  if (readIfThere(stamp) === wanted && existsSync(nodeBinary)) return
  console.log('Installing packages (a minute or two the first time) …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, wanted)
}

function buildPage({ name, config, sources }) {
  const stamp = at('dist', `${name}.built-from`)
  const wanted = hashOf([...sources, 'package-lock.json'])
  if (readIfThere(stamp) === wanted && existsSync(at('dist', name, 'index.html'))) return
  console.log(`Building the page ${name} …`)
  run(nodeBinary, [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--config', at(config), '--logLevel', 'warn'])
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(stamp, wanted)
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  console.error(
    `\`${command} ${args.join(' ')}\` failed${error ? `: ${error.message}` : ''}; what it said stands above.`,
  )
  process.exit(status || 1)
}

/** One hash over files, and over all files below folders, by path and content. */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesBelow))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(at(path)))
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(at(path))) return []
  const entries = readdirIfFolder(path)
  if (entries === undefined) return [path]
  return entries.sort().flatMap((entry) => filesBelow(`${path}/${entry}`))
}

function readdirIfFolder(path) {
  try {
    return readdirSync(at(path))
  } catch {
    return undefined
  }
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
