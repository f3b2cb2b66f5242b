import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sheets_v4 } from '@googleapis/sheets'
import { startEmulator } from '@nano-sync/sheets-emulator'
import { count, eq, isNotNull, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { readConfig } from '#server/config/config.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { migrate } from '#server/storage/migrate.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { holds, runs } from '#server/storage/schema.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { start } from './start.ts'

/** Number of migrations before copies were remembered. */
const BEFORE_GUARDS = 42
const TASKS = 250
/** The only task with an accident. */
const EMPTIED = 177
/** Number of source workbooks, and of target workbooks. Formerly, two tasks could not share both files. */
const WORKBOOKS = 16
const DATA_ROWS = 20
/** Maximum time of all runs, on a busy machine. */
const MAX_NIGHT_MS = 600_000

type Row = (string | number)[]

const header = ['Code', 'Amount', 'State']
const buildRows = (task: number): Row[] =>
  Array.from({ length: DATA_ROWS }, (_, at) => [`${task}-${at}`, 10 * at + (task % 10), at % 3 === 0 ? 'open' : 'sent'])

/** Changes of an ordinary day. */
const DAYS: readonly ((table: Row[]) => Row[])[] = [
  (table) => table,
  (table) => [...table, ['new 1', 5, 'open'], ['new 2', 7, 'open']],
  ([top = [], ...rows]) => [top, ...rows.slice(2)],
  ([top = [], ...rows]) => [top, ...rows.map(([code = '', amount, state = '']) => [code, 1.1 * Number(amount), state])],
  ([top = [], ...rows]) => [top, ...rows.toReversed()],
  ([top = [], ...rows]) => [[...top, 'Remark'], ...rows.map((row) => [...row, 'checked'])],
  ([top = [], ...rows]) => [top, ...rows.map(([code = '', amount = '']) => [code, amount, 'sent'])],
  // A changed header: the former header was never recorded, so it is not judged.
  ([, ...rows]) => [['Id', 'State', 'Amount'], ...rows],
]

const copied = (task: number): Row[] => [header, ...buildRows(task)]
/** Returns the changed rows. The former number of rows was saved, so a loss of rows is noticed. */
const changed = (task: number): Row[] =>
  (task === EMPTIED ? copied(task).slice(0, 3) : DAYS[task % DAYS.length]?.(copied(task))) ?? []
/** Returns a target as the earlier version left it. Some copies have notes beside and below them. */
const kept = (task: number): Row[] =>
  task % 5 === 0 ? [...copied(task).map((row) => [...row, '', '', 'note']), [], ['a remark']] : copied(task)

const sourceBook = (task: number) => task % WORKBOOKS
const targetBook = (task: number) => Math.floor(task / WORKBOOKS)

/** Creates workbooks with a tab for each task. Returns their IDs. */
async function createWorkbooks(
  sheets: sheets_v4.Sheets,
  { bookOf, tableOf }: { bookOf: (task: number) => number; tableOf: (task: number) => Row[] },
): Promise<string[]> {
  const books = Map.groupBy(Array.from({ length: TASKS }).keys(), bookOf)
  const ids: string[] = []
  for (const tasks of books.values()) {
    const tabs = tasks.map((task) => ({ properties: { title: `Tab ${task}` } }))
    const { data } = await sheets.spreadsheets.create({ requestBody: { sheets: tabs } })
    const spreadsheetId = data.spreadsheetId ?? ''
    const values = tasks.map((task) => ({ range: `Tab ${task}!A1`, values: tableOf(task) }))
    const requestBody = { valueInputOption: 'RAW', data: values }
    await sheets.spreadsheets.values.batchUpdate({ spreadsheetId, requestBody })
    ids.push(spreadsheetId)
  }
  return ids
}

interface Workbooks {
  sources: readonly string[]
  targets: readonly string[]
}

/** Fills the database of an installation whose tasks ran many times before copies were remembered. */
async function fillFormerDatabase(databaseUrl: string, { sources, targets }: Workbooks): Promise<void> {
  await using database = await openDatabase({ databaseUrl }, { logger: pino({ level: 'warn' }), now: () => new Date() })
  const { orm } = database
  for (const statement of ['drop schema public cascade', 'create schema public', 'drop schema drizzle cascade']) {
    await orm.execute(sql.raw(statement))
  }
  await migrate(orm, { upTo: BEFORE_GUARDS })
  await orm.execute(sql`insert into all_task_types
    (name, allowed_concurrent_tasks, queue_delay_seconds, max_retries, retry_delay_seconds, chunk_size, position)
    values ('Ledgers', 50, 0, 0, 0, 1000, 1)`)
  const rows = Array.from({ length: TASKS }, (_, task) => {
    // Some names end with a blank, and the first tab of a workbook is left unnamed.
    const tab = task % 9 === 0 ? `Tab ${task} ` : `Tab ${task}`
    return {
      name: `Ledger ${task}`,
      source: sources[sourceBook(task)],
      source_tab: task < WORKBOOKS ? '' : tab,
      target: targets[targetBook(task)],
      target_tab: sourceBook(task) === 0 ? '' : tab,
      position: task + 1,
    }
  })
  await orm.execute(sql`insert into all_tasks (task_type_id, name, source_ss_id, target_ss_id, source_sheet_name,
      target_sheet_name, scheduled_times, relevant_user_accounts, chunk_size, start_row, position, is_active, created_by,
      last_success_at, last_rows, last_width, last_error_cells)
    select 1, name, source, target, source_tab, target_tab, '[]', '', 1000, 1, position, true, 'jo', now() - interval '1 day',
      ${DATA_ROWS}, ${header.length}, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as task(name text, source text, source_tab text, target text, target_tab text, position integer)`)
}

test.skipIf(adminUrl() === undefined)(
  'the first night after the upgrade of an installation with 250 tasks holds none of them but the one that lost its rows',
  async () => {
    await using parts = new AsyncDisposableStack()
    const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-upgrade-night-'))
    parts.defer(() => rm(dataDir, { recursive: true, force: true }))
    const { env } = parts.use(await openTestDatabase(dataDir))
    const emulator = parts.use(await startEmulator({ host: '127.0.0.1', port: 0 }))
    const sheets = new sheets_v4.Sheets({ rootUrl: `${emulator.url}/`, retry: false })
    await fillFormerDatabase(env['DATABASE_URL'] ?? '', {
      sources: await createWorkbooks(sheets, { bookOf: sourceBook, tableOf: changed }),
      targets: await createWorkbooks(sheets, { bookOf: targetBook, tableOf: kept }),
    })
    const quota = { READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000' }
    const settings = { PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none', SHEETS_API_URL: emulator.url, ...quota, ...env }
    const { context, url } = parts.use(await start(readConfig({ ...settings, WORKERS: '20' })))
    const member = new ApiClient(url)
    await member.signIn('ada@example.com')

    await member.call(api.tasks.executeAll, {})
    const { orm } = context.database
    await eventually({
      what: 'all runs to end',
      read: () => orm.$count(runs, isNotNull(runs.endedAt)),
      until: (ended) => ended === TASKS,
      timeoutMs: MAX_NIGHT_MS,
    })
    const held = await orm
      .select({ name: tasks.name, rules: holds.rules })
      .from(holds)
      .innerJoin(tasks, eq(tasks.id, holds.taskId))
    expect(held).toMatchObject([{ name: `Ledger ${EMPTIED}`, rules: [{ cause: 'source_shrank' }] }])
    const endings = await orm
      .select({ status: runs.status, runs: count() })
      .from(runs)
      .groupBy(runs.status)
      .orderBy(runs.status)
    expect(endings).toEqual([
      { status: 'Success', runs: TASKS - 1 },
      { status: 'Warning', runs: 1 },
    ])
  },
  MAX_NIGHT_MS,
)
