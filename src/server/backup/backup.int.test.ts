import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { moveToPostgres } from '#server/commands/move-to-postgres.ts'
import { restore } from '#server/commands/restore.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseChoice, Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { migrate } from '#server/storage/migrate.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import {
  alertChannels,
  alertDeliveries,
  alerts,
  apiTokens,
  copyMemories,
  dataCopies,
  dataCopyRows,
  sessions,
  users,
  userTokens,
} from '#server/storage/schema.ts'
import { buildAlert } from '#tests/support/build-alert.ts'
import { openLogLines } from '#tests/support/log-lines.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { startTestClusterOn } from '#tests/support/test-cluster.ts'
import { copyTemplate, openTestDatabase } from '#tests/support/test-database.ts'
import { readBackup, writeBackup } from './backup-folder.ts'
import { checkBackup } from './check-backup.ts'
import { withConnection } from './connect.ts'
import { loadDump } from './load-dump.ts'

const now = () => new Date()
const postgresTest = test.skipIf(adminUrl() === undefined)

async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-backup-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** A data folder and an empty database with all tables, of the kind used by the suite. */
async function openEmpty() {
  await using parts = new AsyncDisposableStack()
  const { path: dataDir } = parts.use(await openFolder())
  const { env } = parts.use(await openTestDatabase(dataDir))
  const choice: DatabaseChoice = env['DATABASE_URL'] === undefined ? { dataDir } : { databaseUrl: env['DATABASE_URL'] }
  const opened = parts.move()
  return { dataDir, choice, env, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/**
 * Fills a database with content that is hard to copy: cycles of references, gaps in the IDs, odd characters, exact times and
 * numbers.
 */
async function fill(choice: DatabaseChoice): Promise<void> {
  await using database = await openDatabase(choice, { logger: openLogLines().logger, now })
  const cluster = startTestClusterOn(database)
  const { orm } = database
  const first = await cluster.addType({ name: 'Ünï "quoted" \\ back\nslash\t👩‍🚀' })
  const second = await cluster.addType({ dependsOnId: first })
  const [one, , deleted] = await cluster.addTasks(second, 3)
  if (one === undefined || deleted === undefined) throw new Error('No tasks')
  await cluster.addRunOfLostNode(one, { leaseSeconds: 20 })
  await orm.delete(tasks).where(eq(tasks.id, deleted))
  await orm.execute(sql`insert into data_copies (task_id, columns, created_at)
    values (${one}, '["A"]', '2026-03-08T02:30:00.123456-05')`)
  await orm.execute(sql`insert into data_copy_rows
    select 1, n, jsonb_build_array(n, 0.1 + n, null, true, 'row ' || n) from generate_series(0, 1199) n`)
  await orm.execute(sql`insert into change_sets (run_id, task_id, created_at, target_ss_id, target_tab, columns, tables)
    select id, task_id, now(), 't', 'Sheet1', '["A"]', '[{"tableId": "t1", "name": "Ünï", "after": {"lastRow": 7}}]' from runs`)
  await orm.execute(sql`insert into users values
    ('ä@example.com', 'Ä', now(), now()), ('Z@example.com', 'Z', now(), 'infinity'), ('a@example.com', '', now(), now())`)
}

async function backUpTo(folder: string, { choice, dataDir }: { choice: DatabaseChoice; dataDir: string }) {
  await withConnection(choice, (connection) => writeBackup({ connection, dataDir, folder, now }))
}

async function readLines(folder: string): Promise<string[]> {
  return gunzipSync(await readFile(join(folder, 'database.jsonl.gz')))
    .toString()
    .split('\n')
}

/** Reads everything except the first line, which has the time of the backup. */
async function readContent(folder: string): Promise<string[]> {
  return (await readLines(folder)).slice(1)
}

async function restoreInto({ choice }: { choice: DatabaseChoice }, folder: string) {
  return await withConnection(choice, (connection) => loadDump(connection, readBackup(folder)))
}

test('a restored database equals the one that was backed up, and continues its IDs', async () => {
  await using folder = await openFolder()
  await using source = await openEmpty()
  await using target = await openEmpty()
  await fill(source.choice)
  const [backup, again] = [join(folder.path, 'backup'), join(folder.path, 'again')]
  await backUpTo(backup, source)
  expect(await restoreInto(target, backup)).toMatchObject({
    all_task_types: 2,
    all_tasks: 2,
    runs: 1,
    change_sets: 1,
    data_copy_rows: 1200,
  })
  await backUpTo(again, target)
  expect(await readContent(again)).toEqual(await readContent(backup))

  await using database = await openDatabase(target.choice, { logger: openLogLines().logger, now })
  const cluster = startTestClusterOn(database)
  expect(await cluster.addTask(1)).toBe(4)
  // Triggers and foreign keys work again.
  await cluster.move(1, { position: 7 })
  expect(await cluster.readRun(1)).toMatchObject({ position: 7 })
  await expect(database.orm.insert(dataCopyRows).values({ dataCopyId: 99, rowNumber: 0, cells: [] })).rejects.toThrow()
})

test('after a restore, runs rely on nothing that earlier ones left in the spreadsheets', async () => {
  await using folder = await openFolder()
  await using source = await openEmpty()
  await using target = await openEmpty()
  await fill(source.choice)
  await withConnection(source.choice, async (orm) => {
    const state = { sheetId: 0, gridRows: 9, gridColumns: 1, startRow: 2, header: ['A'], width: 1, kinds: [null] }
    await orm.update(dataCopies).set({ target: state })
    await orm.insert(copyMemories).values({
      taskId: 1,
      runId: 1,
      basis: '',
      memory: {},
      targetSsId: 'b',
      targetVersion: '7',
      readAllAt: now(),
    })
  })
  const backup = join(folder.path, 'backup')
  await backUpTo(backup, source)
  await restore(readConfig({ DATA_DIR: target.dataDir, ...target.env }), { folder: backup, now })
  await withConnection(target.choice, async (orm) => {
    expect(await orm.select({ target: dataCopies.target }).from(dataCopies)).toEqual([{ target: null }])
    expect(await orm.select().from(copyMemories)).toEqual([])
  })
})

test('a restore revives no session, API token or access to spreadsheets', async () => {
  await using folder = await openFolder()
  await using source = await openEmpty()
  await using target = await openEmpty()
  await fill(source.choice)
  await withConnection(source.choice, async (orm) => {
    const [user] = await orm
      .update(users)
      .set({ lending: 'everyone' })
      .where(eq(users.email, 'a@example.com'))
      .returning()
    if (!user) throw new Error('No user')
    const expiresAt = new Date(now().getTime() + HOUR_MS)
    await orm.insert(sessions).values({ idHash: 'session', userId: user.id, data: {}, signedInAt: now(), expiresAt })
    const token = {
      userId: user.id,
      name: 'cron',
      scope: 'manage',
      hash: 'token',
      createdAt: now(),
      expiresAt,
    } as const
    await orm.insert(apiTokens).values(token)
    await orm.insert(userTokens).values({ email: user.email, sealed: 'sealed', scopes: [], obtainedAt: now() })
  })
  const backup = join(folder.path, 'backup')
  await backUpTo(backup, source)
  const { ended } = await restore(readConfig({ DATA_DIR: target.dataDir, ...target.env }), { folder: backup, now })
  expect(ended).toEqual({ sessions: 1, apiTokens: 1, sheetsAccess: 1 })
  await withConnection(target.choice, async (orm) => {
    expect(await orm.$count(sessions)).toBe(0)
    expect(await orm.$count(apiTokens)).toBe(0)
    expect(await orm.$count(userTokens, isNull(userTokens.revokedAt))).toBe(0)
    expect(await orm.$count(users, eq(users.lending, 'everyone'))).toBe(0)
  })
})

test('a restore turns all alert channels off, because some may have been deleted since, and sends no earlier alert', async () => {
  await using folder = await openFolder()
  await using source = await openEmpty()
  await using target = await openEmpty()
  await withConnection(source.choice, async (orm) => {
    const mail = { kind: 'email', digest: 'never', createdBy: 'ada@example.com', createdAt: now() } as const
    const channel = { ...mail, kinds: [], recipients: ['ops@example.com'] }
    const [on] = await orm
      .insert(alertChannels)
      .values([
        { ...channel, name: 'On', isOn: true },
        { ...channel, name: 'Off', isOn: false, problem: 'Refused' },
      ])
      .returning()
    const alert = buildAlert()
    await orm.insert(alerts).values({ id: alert.id, kind: alert.kind, content: alert, createdAt: now() })
    const delivery = { channelId: on?.id ?? 0, alertId: alert.id, createdAt: now(), dueAt: now() }
    await orm.insert(alertDeliveries).values([
      { ...delivery, state: 'waiting' },
      { ...delivery, state: 'delivered' },
    ])
  })
  const backup = join(folder.path, 'backup')
  await backUpTo(backup, source)
  const { channels } = await restore(readConfig({ DATA_DIR: target.dataDir, ...target.env }), { folder: backup, now })
  expect(channels).toBe(1)
  await withConnection(target.choice, async (orm) => {
    const { name, isOn, problem } = alertChannels
    expect(await orm.select({ name, isOn, problem }).from(alertChannels).orderBy(name)).toEqual([
      { name: 'Off', isOn: false, problem: 'Refused' },
      { name: 'On', isOn: false, problem: expect.stringContaining('a backup was restored') },
    ])
    const states = await orm.select({ state: alertDeliveries.state }).from(alertDeliveries).orderBy(alertDeliveries.id)
    expect(states).toEqual([{ state: 'canceled' }, { state: 'delivered' }])
  })
})

test('a database with data is never overwritten', async () => {
  await using folder = await openFolder()
  await using source = await openEmpty()
  await fill(source.choice)
  const backup = join(folder.path, 'backup')
  await backUpTo(backup, source)
  await expect(restoreInto(source, backup)).rejects.toThrow(
    /^The database already contains data \(all_task_types: 2 rows, all_tasks: 2 rows, change_sets: 1 row, data_copies: 1 row, data_copy_rows: 1,200 rows, .* and nothing was changed\./,
  )
})

test('a damaged backup is not restored, and the database stays empty', async () => {
  await using folder = await openFolder()
  await using source = await openEmpty()
  await using target = await openEmpty()
  await fill(source.choice)
  const backup = join(folder.path, 'backup')
  await backUpTo(backup, source)
  const path = join(backup, 'database.jsonl.gz')
  const zipped = await readFile(path)
  const lines = await readLines(backup)
  const damages: [string, Buffer, RegExp][] = [
    ['cut off', zipped.subarray(0, zipped.length / 2), /damaged/],
    ['without its end', gzipSync(lines.slice(0, -2).join('\n')), /damaged/],
    ['with a changed cell', gzipSync(lines.join('\n').replace('row 700', 'row 7OO')), /data_copy_rows differs/],
    [
      'with a row too few',
      gzipSync(lines.filter((line) => !line.includes('row 700')).join('\n')),
      /1,199 rows instead of 1200/,
    ],
    ['from a later version', gzipSync(lines.join('\n').replace('"migration":"', '"migration":"9')), /newer version/],
    ['of something else', gzipSync('hello\n'), /not a backup/],
  ]
  for (const [name, content, message] of damages) {
    await writeFile(path, content)
    await expect(restoreInto(target, backup), name).rejects.toThrow(message)
  }
  await writeFile(path, zipped)
  expect(await restoreInto(target, backup)).toMatchObject({ all_tasks: 2 })
})

test('a damaged backup is found before a restore changes anything, with or without a database', async () => {
  await using folder = await openFolder()
  await using source = await openEmpty()
  await using target = await openEmpty()
  await fill(source.choice)
  await mkdir(join(source.dataDir, 'sheets'))
  new DatabaseSync(join(source.dataDir, 'sheets/emulator.sqlite')).close()
  const backup = join(folder.path, 'backup')
  await backUpTo(backup, source)
  const path = join(backup, 'database.jsonl.gz')
  const zipped = await readFile(path)
  const lines = await readLines(backup)
  const without = (text: string) => gzipSync(lines.filter((line) => !line.includes(text)).join('\n'))
  const config = readConfig({ ...target.env, DATA_DIR: target.dataDir })
  const damages: [string, Buffer, RegExp][] = [
    ['without a row to which others refer', without('Ünï \\"quoted'), /damaged: its table all_task_types has 1 of 2/],
    ['without the line of a table', without('"name":"change_sets"'), /damaged/],
    ['without its first line', gzipSync(lines.slice(1).join('\n')), /damaged/],
    [
      'with half a row',
      gzipSync(lines.join('\n').replace('"row 700"]', '"row')),
      /data_copy_rows has 1200 of 1200 rows, or/,
    ],
  ]
  for (const [name, content, message] of damages) {
    await writeFile(path, content)
    await expect(checkBackup(backup), name).rejects.toThrow(message)
    await expect(restore(config, { folder: backup, now }), name).rejects.toThrow(message)
  }
  await writeFile(path, zipped)
  const spreadsheets = join(backup, 'spreadsheets.sqlite')
  const content = await readFile(spreadsheets)
  await rm(spreadsheets)
  await expect(restore(config, { folder: backup, now })).rejects.toThrow(/has lost its file .*spreadsheets.sqlite/)
  await writeFile(spreadsheets, 'SQLite format 3, almost')
  await expect(restore(config, { folder: backup, now })).rejects.toThrow(/spreadsheets in .* are damaged/)
  await writeFile(spreadsheets, content)
  expect(await checkBackup(backup)).toMatchObject({ all_tasks: 2, data_copy_rows: 1200 })
  expect(await restore(config, { folder: backup, now })).toMatchObject({
    rows: { all_tasks: 2 },
    hasSpreadsheets: true,
  })
})

async function dropTables(orm: Orm): Promise<void> {
  for (const statement of ['drop schema public cascade', 'create schema public', 'drop schema drizzle cascade']) {
    await orm.execute(sql.raw(statement))
  }
}

test('a backup from before an upgrade is restored and then upgraded', async () => {
  await using folder = await openFolder()
  await using source = await openEmpty()
  await using target = await openEmpty()
  const backup = join(folder.path, 'backup')
  const beforeNotes = 13
  await withConnection(source.choice, async (orm) => {
    await dropTables(orm)
    await migrate(orm, { upTo: beforeNotes })
    await orm.execute(sql`insert into task_types (name, allowed_concurrent_tasks, queue_delay_seconds, max_retries,
      retry_delay_seconds, chunk_size, position) values ('Old', 1, 0, 0, 0, 1000, 1)`)
    await orm.execute(sql`insert into tasks (task_type_id, name, source_ss_id, target_ss_id, source_sheet_name,
      target_sheet_name, scheduled_times, relevant_user_accounts, chunk_size, start_row, position, is_active, created_by)
      values (1, 'Old', 'a', 'b', '', '', '[]', '', 1000, 2, 1, true, 'jo')`)
    await writeBackup({ connection: orm, dataDir: source.dataDir, folder: backup, now })
  })
  await expect(restoreInto(target, backup)).rejects.toThrow(/a newer version than that of the backup/)
  await withConnection(target.choice, async (orm) => {
    await dropTables(orm)
    await loadDump(orm, readBackup(backup))
    expect(await orm.select({ name: tasks.name, notes: tasks.notes }).from(tasks)).toEqual([{ name: 'Old', notes: '' }])
  })
})

postgresTest('the embedded database moves to PostgreSQL, and back by backup and restore', async () => {
  await using folder = await openFolder()
  await using embedded = await openFolder()
  await using target = await openEmpty()
  copyTemplate(embedded.path)
  await fill({ dataDir: embedded.path })
  await writeFile(join(embedded.path, 'session-secret'), 'the secret of the embedded installation')
  const source = { choice: { dataDir: embedded.path }, dataDir: embedded.path }
  const names = ['before', 'after', 'moved', 'returned'].map((name) => join(folder.path, name))
  const [before = '', after = '', moved = '', returned = ''] = names
  await backUpTo(before, source)
  const config = readConfig({ DATA_DIR: embedded.path, ...target.env })
  const { rows, notices } = await moveToPostgres(config, { now })
  expect(rows).toMatchObject({ all_tasks: 2, users: 3 })
  expect(notices).toEqual([expect.stringContaining('SESSION_SECRET differs')])
  await backUpTo(after, source)
  await backUpTo(moved, target)
  await expect(moveToPostgres(config, { now })).rejects.toThrow(/already contains data/)
  const restored = await restore(readConfig({ DATA_DIR: embedded.path }), { folder: moved, now })
  expect(restored.aside).toEqual([expect.stringContaining('database-before-restore-')])
  await backUpTo(returned, source)
  for (const copy of [after, moved, returned]) expect(await readContent(copy)).toEqual(await readContent(before))
})
