import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from '@nano-sync/sheets-emulator'
import { count, countDistinct, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { readConfig } from '#server/config/config.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { adminUrl, formatDatabaseUrl, runOn } from '#tests/support/postgres-server.ts'
import { untilRunning } from '#tests/support/until-running.ts'
import { start } from './start.ts'

const ROOT = join(import.meta.dirname, '../../..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

const MIGRATIONS = 'src/server/storage/migrations'
const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

const statementsOfFiles = new Map<string, string>()

/** Reads a migration in the repository without its comments, because comments may change after its release. */
function statementsIn(file: string): string {
  const statements = statementsOfFiles.get(file) ?? git('cat-file', 'blob', file).replaceAll(/^--(?!>).*\n/gm, '')
  statementsOfFiles.set(file, statements)
  return statements
}

/** Lists the migrations of a version, with the time of their generation and their statements. */
function listMigrations(version: string): string[] {
  const files = git('ls-tree', '--format=%(objectname) %(path)', version, `${MIGRATIONS}/`).split('\n')
  const digests = new Map(files.map((file) => file.split(' ').toReversed() as [string, string]))
  const statements = (tag: string) => statementsIn(digests.get(`${MIGRATIONS}/${tag}.sql`) ?? '')
  const { entries } = Journal.parse(JSON.parse(git('show', `${version}:${MIGRATIONS}/meta/_journal.json`)))
  return entries.map(({ tag, when }) => `${when} ${statements(tag)}`)
}

/**
 * Finds the last version with fewer migrations, all known to this version; undefined in a clone without history. A migration
 * that was regenerated before its release counts as another migration.
 */
function previousVersion(): string | undefined {
  if (git('rev-parse', '--is-shallow-repository') === 'true') return undefined
  const all = listMigrations('HEAD')
  const isEarlier = (known: readonly string[]) =>
    known.length < all.length && known.every((migration, at) => migration === all[at])
  const versions = git('log', '--first-parent', '--format=%H', '--', `${MIGRATIONS}/meta/_journal.json`).split('\n')
  return versions.find((version) => isEarlier(listMigrations(version)))
}

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-upgrade-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function createDatabase() {
  const name = `nano_sync_${randomBytes(8).toString('hex')}`
  await runOn(`CREATE DATABASE ${name}`)
  return { url: formatDatabaseUrl(name), [Symbol.asyncDispose]: () => runOn(`DROP DATABASE ${name} WITH (FORCE)`) }
}

/**
 * Replaces packages that only the earlier version imports by empty modules. A node on PostgreSQL uses none of these packages.
 */
const EMPTY_IF_REMOVED = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const isPackage = (specifier) => /^[@a-z]/.test(specifier)
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context)
      } catch (error) {
        if (error.code !== 'ERR_MODULE_NOT_FOUND' || !isPackage(specifier)) throw error
        return { url: 'data:text/javascript,export default undefined', shortCircuit: true }
      }
    },
  })`)}`

/** Starts a node of an earlier version from its sources, with the packages of this version. */
async function startVersion(version: string, { folder, env }: { folder: string; env: Record<string, string> }) {
  const archive = execFileSync('git', ['archive', version, 'src', 'packages', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 1e9,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(folder, name))
  const child = spawn(process.execPath, ['--import', EMPTY_IF_REMOVED, 'src/server/main.ts'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  return {
    url: await untilRunning(child),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const version = adminUrl() === undefined ? undefined : previousVersion()

test.skipIf(version === undefined)(
  'while nodes of a new version start together, a node of the previous one goes on working',
  async () => {
    await using folder = await tempFolder()
    await using data = await tempFolder()
    await using database = await createDatabase()
    await using emulator = await startEmulator({ host: '127.0.0.1', port: 0 })
    const env = {
      PORT: '0',
      DATA_DIR: data.path,
      DATABASE_URL: database.url,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      SHEETS_API_URL: emulator.url,
      READS_PER_MINUTE: '100000',
      WRITES_PER_MINUTE: '100000',
    }
    await using previous = await startVersion(version ?? '', { folder: folder.path, env })
    await using parts = new AsyncDisposableStack()
    const web = readConfig({ ...env, ROLE: 'web' })
    const [first, second] = await Promise.all([start(web), start(web)])
    parts.use(first)
    parts.use(second)
    const migrations = sql`drizzle.applied_migrations`
    const [applied] = await first.context.database.orm
      .select({ all: count(), distinct: countDistinct(sql`hash`) })
      .from(migrations)
    expect(applied?.all).toBe(applied?.distinct)

    const ids: string[] = []
    for (const values of [[['name'], ['Ada']], []]) {
      const created = await fetch(`${emulator.url}/v4/spreadsheets`, { method: 'POST', body: '{}' })
      const { spreadsheetId } = (await created.json()) as { spreadsheetId: string }
      ids.push(spreadsheetId)
      const range = `${emulator.url}/v4/spreadsheets/${spreadsheetId}/values/A1?valueInputOption=RAW`
      await fetch(range, { method: 'PUT', body: JSON.stringify({ values }) })
    }
    const [sourceId = '', targetId = ''] = ids
    // Only the node of the previous version works on runs.
    const member = new ApiClient(second.url)
    await member.signIn('ada@example.com')
    const type = await member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
    const task = await member.call(api.tasks.create, {
      body: {
        name: 'Ledger',
        sync_task_type_id: type.id,
        source_ss_id: sourceId,
        target_ss_id: targetId,
      },
    })
    const colleague = new ApiClient(previous.url)
    await colleague.signIn('bob@example.com')
    await colleague.call(api.tasks.execute, { params: { id: task.id }, body: undefined })
    const { task_status } = await eventually({
      what: 'the run to end',
      read: () => member.call(api.tasks.get, { params: { id: task.id } }),
      until: (seen) => !['Queued', 'Running'].includes(seen.task_status),
    })
    expect(task_status).toBe('Success')
  },
)
