import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable, PgTimestamp } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { HOUR_MS } from '#domain/time.ts'
import { deadlines, EVENTS } from '#server/storage/correct-times.ts'
import * as schema from '#server/storage/schema.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

async function newTask({ sheets, member }: TestApp): Promise<number> {
  const spreadsheetId = await createSpreadsheet(sheets, { tabs: ['Orders', 'Copy'], values: [['Name'], ['Ada']] })
  const type = await member.call(api.taskTypes.create, { body: { name: 'Masters', queue_delay_seconds: 1 } })
  const body = { sync_task_type_id: type.id, source_ss_id: spreadsheetId, target_ss_id: spreadsheetId }
  const tabNames = { source_sheet_name: 'Orders', target_sheet_name: 'Copy' }
  return (await member.call(api.tasks.create, { body: { ...body, ...tabNames } })).id
}

test('runs go on after a clock that was two hours ahead is set right', async () => {
  let aheadMs = 2 * HOUR_MS
  await using app = await startTestApp({ now: () => new Date(Date.now() + aheadMs) })
  const id = await newTask(app)
  await runToSuccess(app.member, id)
  aheadMs = 0
  await runToSuccess(app.member, id)
  await expect
    .poll(async () => (await app.member.call(api.tasks.get, { params: { id } })).last_successful_run)
    .not.toMatch(new RegExp(`^${new Date(Date.now() + 2 * HOUR_MS).toISOString().slice(0, 13)}`))
})

/** Times that a person chose, or that are never compared with the current time. */
const KEPT = [
  'alert_incidents.snoozed_until',
  'api_tokens.expires_at',
  'change_sets.created_at',
  'copy_baselines.created_at',
  'csv_jobs.finished_at',
  'holds.closed_at',
  'milestones.reached_at',
  'oauth_records.expires_at',
  'pauses.until',
  'alert_channels.created_at',
  'schedule_events.due_at',
  'sessions.expires_at',
  'task_logs.created_at',
  'user_tokens.revoked_at',
  'users.first_sign_in_at',
  'users.last_sign_in_at',
]

test('every stored time is set right or kept for a reason', () => {
  const tables = Object.values(schema).filter((value) => is(value, PgTable))
  const times = tables.flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter((column) => is(column, PgTimestamp))
      .map(({ name }) => `${getTableName(table)}.${snakeCase(name)}`),
  )
  const events = Object.entries(EVENTS).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
  const ends = deadlines({ leaseMs: 0, lateWriteMs: 0 }).map(({ table, column }) => `${table}.${column}`)
  expect([...new Set([...events, ...ends, ...KEPT])].sort()).toEqual([...new Set(times)].sort())
})

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
