import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '#tests/support/eventually.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { tasks, taskTypes } from './live-tables.ts'
import { dataCopies, deletions, runs } from './schema.ts'

const AT = new Date('2030-03-04T05:06:07Z')
/** Expressions that change the value of a column, by the column's type. References change from row 1 to row 2. */
const OTHER_VALUE: Readonly<Record<string, (column: string) => string>> = {
  integer: (column) => `coalesce(${column}, 1) + 1`,
  bigint: (column) => `${column} + 1`,
  text: (column) => (column === 'status' ? `'Running'` : `coalesce(${column}, '') || '!'`),
  boolean: (column) => `not coalesce(${column}, false)`,
  jsonb: () => `'["12:00"]'`,
  uuid: () => 'gen_random_uuid()',
  'timestamp with time zone': () => 'now()',
}
const Columns = z.object({ rows: z.array(z.object({ name: z.string(), type: z.string() })) })

let database: Awaited<ReturnType<typeof openFreshDatabase>>
let payloads: string[] = []
beforeAll(async () => {
  database = await openFreshDatabase()
  await database.listen('nano_sync', { onPayload: (payload) => payloads.push(payload), onGap() {} })
  await insertTwoOfEach()
  await listNotifications('select 1')
})
afterAll(() => database[Symbol.asyncDispose]())

async function insertTwoOfEach(): Promise<void> {
  const { orm } = database
  const limits = { allowedConcurrentTasks: 1, queueDelaySeconds: 0, maxRetries: 0, retryDelaySeconds: 0 }
  for (const n of [1, 2]) {
    await orm.insert(taskTypes).values({ name: `Type ${n}`, ...limits, chunkSize: 1000, position: n })
    await orm.insert(tasks).values({
      taskTypeId: 1,
      name: `Task ${n}`,
      sourceSsId: 'source',
      targetSsId: `target ${n}`,
      sourceSheetName: '',
      targetSheetName: '',
      scheduledTimes: [],
      relevantUserAccounts: '',
      chunkSize: 1000,
      startRow: 2,
      position: n,
      isActive: true,
      createdBy: 'ada@example.com',
    })
    await orm
      .insert(runs)
      .values({ taskId: 1, status: 'Queued', waveId: randomUUID(), triggeredBy: 'ada', queuedAt: AT, endedAt: AT })
    await orm.insert(dataCopies).values({ taskId: 1, columns: [], createdAt: AT })
  }
}

/**
 * Lists the notifications of a statement. They arrive in commit order, so all notifications before the marker are from the
 * statement.
 */
async function listNotifications(statement: string): Promise<string[]> {
  const marker = randomUUID()
  payloads = []
  await database.orm.execute(sql.raw(statement))
  await database.orm.execute(sql`select pg_notify('nano_sync', ${marker})`)
  await eventually({ what: 'the marker', read: () => payloads, until: (all) => all.includes(marker) })
  return payloads.slice(0, -1)
}

/** Builds a statement for each column of a table that changes the column's value in row 1. */
async function listUpdates(table: string): Promise<Map<string, string>> {
  const { rows } = Columns.parse(
    await database.orm.execute(
      sql`select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_identity = 'NO' and column_name <> 'deletion_id' order by ordinal_position`,
    ),
  )
  return new Map(
    rows.map(({ name, type }) => {
      const otherValue = OTHER_VALUE[type]
      if (!otherValue) throw new Error(`Add an expression for columns of type ${type} to OTHER_VALUE`)
      return [name, `update ${table} set ${name} = ${otherValue(name)} where id = 1`]
    }),
  )
}

test.each([
  {
    table: 'all_tasks',
    ignored: [
      'current_run_id',
      'last_success_at',
      'last_rows',
      'last_width',
      'data_copy_id',
      'last_error_cells',
      'last_filled_row',
    ],
  },
  { table: 'all_task_types', ignored: ['last_start_at'] },
  { table: 'runs', ignored: ['lease_until', 'task_type_id', 'position', 'writes_land_by'] },
])(
  'a change of any column of $table notifies, except those that runs write all the time',
  async ({ table, ignored }) => {
    await database.orm.execute(sql.raw(`alter table ${table} add column added_by_a_later_version text`))
    const updates = await listUpdates(table)
    const silent: string[] = []
    for (const [column, update] of updates) {
      if ((await listNotifications(update)).length === 0) silent.push(column)
    }
    expect(updates.size).toBeGreaterThan(ignored.length)
    expect(silent).toEqual(ignored)
  },
)

test('an update that changes no value does not notify', async () => {
  expect(await listNotifications('update tasks set name = name')).toEqual([])
})

test('moving a task to the trash and back notifies, and what happens to it there does not', async () => {
  await database.orm.insert(deletions).values({ kind: 'task', deletedBy: 'ada' })
  expect(await listNotifications('update all_tasks set deletion_id = 1 where id = 1')).toEqual(['tasks', 'task:1'])
  expect(await listNotifications('update all_tasks set position = 7, trash_order = 2 where id = 1')).toEqual([])
  expect(await listNotifications('update all_tasks set deletion_id = null where id = 1')).toEqual(['tasks', 'task:1'])
  await listNotifications('update all_tasks set deletion_id = 1 where id = 1')
  expect(await listNotifications('delete from all_tasks where id = 1')).not.toContain('task:1')
})
