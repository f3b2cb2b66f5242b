// Prepares a clone: installs packages when the lock file has changed, and builds the server and pages when their sources have.
// `--tests` also installs the packages that only tests and checks need.
// Runs before anything is installed, on any Node version from 20, so it uses only built-in modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)
/** Minimum version of Node that runs the sources directly. The packages include Node for common platforms. */
const MIN_NODE = 24
const packagedNode = at('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

const builds = [
  {
    name: 'server',
    config: 'src/server/vite.config.ts',
    sources: [
      'src/server',
      'src/cli',
      'src/client',
      'src/mcp',
      'packages/copy-engine/src',
      'packages/sheets-emulator/src',
      'src/contract',
      'src/domain',
      'scripts/backup.ts',
      'scripts/doctor.ts',
      'scripts/move-to-postgres.ts',
      'scripts/restore.ts',
      'scripts/read-command-line.ts',
      'scripts/run-command.ts',
    ],
    main: 'main.js',
  },
  {
    name: 'web',
    config: 'src/web/vite.config.ts',
    sources: ['src/web', 'src/contract', 'src/domain'],
    main: 'index.html',
  },
  {
    name: 'emulator-page',
    config: 'packages/sheets-emulator/src/page/vite.config.ts',
    sources: ['packages/sheets-emulator/src/page'],
    main: 'index.html',
  },
]

const [only] = process.argv.slice(2).filter((argument) => argument !== '--tests')
const withTests = process.argv.includes('--tests')
console.log('Checking packages and what is built …')
installPackages()
// `packages` or the name of a build performs only this step. The Dockerfile installs packages before it copies the sources, so
// the step is cached. `peers` installs the packages that benchmarks compare us with, and `mutants` the tool that breaks rules
// on purpose. Nothing else needs these packages.
if (only === 'peers') installIfChanged('bench/peers')
if (only === 'mutants') installIfChanged('tests/mutants')
await Promise.all(builds.filter(({ name }) => only === undefined || only === name).map(buildIfChanged))

function installPackages() {
  if (nodeToRun() === undefined) rmSync(stampFile('.'), { force: true })
  installIfChanged('.')
  if (nodeToRun() !== undefined) return
  const platform = `${process.platform}-${process.arch}`
  console.error(
    `Nano Sync needs Node ${MIN_NODE} or newer, and this is ${process.version}. The packages should have brought one for ${platform}. Try again if the network failed; otherwise install Node ${MIN_NODE}.`,
  )
  process.exit(1)
}

/** Installs the packages of a folder with a lock file. Packages for tests stay if they are already installed. */
function installIfChanged(folder) {
  const current = `${process.platform}-${process.arch}-${hashOfPackages(folder)}`
  const withoutTests = `${current}-without-tests`
  const installed = readIfExists(stampFile(folder))
  if (installed === current || (!withTests && installed === withoutTests)) return
  const hadTests = installed !== undefined && !installed.endsWith('-without-tests')
  const omitsTests = folder === '.' && !withTests && !hadTests
  console.log('Installing packages (this can take a few minutes) …')
  // Skip install scripts, because no package needs them. npm installs only packages with a hash in the lock file.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['ci', ...(omitsTests ? ['--omit=dev'] : []), ...options], at(folder))
  writeFileSync(stampFile(folder), omitsTests ? withoutTests : current)
}

/** Hashes the locked packages without the project's version, the only part of the lock file that a release changes. */
function hashOfPackages(folder) {
  const { packages } = JSON.parse(readFileSync(at(folder, 'package-lock.json'), 'utf8'))
  return createHash('sha256')
    .update(JSON.stringify({ ...packages, '': undefined }))
    .digest('hex')
}

function stampFile(folder) {
  return at(folder, 'node_modules', '.installed-from')
}

/** Finds Node in the packages. On a platform without such a package, uses the Node that runs this script. */
function nodeToRun() {
  if (existsSync(packagedNode)) return packagedNode
  return Number.parseInt(process.versions.node, 10) >= MIN_NODE ? process.execPath : undefined
}

async function buildIfChanged({ name, config, sources, main }) {
  const stamp = at('dist', `${name}.built-from`)
  const current = hashFiles([...sources, 'package-lock.json'])
  if (readIfExists(stamp) === current && existsSync(at('dist', name, main))) return
  console.log(`Building dist/${name} …`)
  const vite = at('node_modules', 'vite', 'bin', 'vite.js')
  const options = ['--config', at(config), '--outDir', at('dist', name), '--logLevel', 'warn']
  const build = spawn(nodeToRun(), [vite, 'build', ...options], { cwd: root, stdio: 'inherit' })
  process.once('exit', () => build.kill())
  const [status] = await once(build, 'exit')
  if (status !== 0) {
    console.error(`Building dist/${name} failed. See the output above.`)
    // Exit at once, which also ends the other builds.
    process.exit(1)
  }
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(stamp, current)
}

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  const reason = error ? `: ${error.message}` : '. See its output above.'
  console.error(`\`${command} ${args.join(' ')}\` failed${reason}`)
  process.exit(status || 1)
}

/** Hashes the paths and contents of files, and of all files in folders. */
function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(at(path)))
  return hash.digest('hex')
}

/** Lists the files of a path, without tests, which are not built. */
function filesIn(path) {
  if (!existsSync(at(path)) || /\.test\.tsx?$/.test(path)) return []
  const entries = entriesIfFolder(path)
  if (entries === undefined) return [path]
  return entries.sort().flatMap((entry) => filesIn(`${path}/${entry}`))
}

function entriesIfFolder(path) {
  try {
    return readdirSync(at(path))
  } catch {
    return undefined
  }
}

function readIfExists(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
