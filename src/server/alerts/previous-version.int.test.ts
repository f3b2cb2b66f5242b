import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { requestError } from '#engine/provider-error.ts'
import { migrate } from '#server/storage/migrate.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { closeIncidents, openIncidents } from './incidents.ts'
import { makeAlerts } from './make-alerts.ts'
import { readIncidents, wakeTask } from './snooze.ts'

/** Number of migrations in the previous version. */
const BEFORE_FACTS = 41
const REVOKED = 'Google does not know the key of robot@example.com any more. Create one.'
const ALERT_ID = '0b0f5a52-3c5c-4d0e-9a39-7f5d1f0c8f11'
const openedAt = '2026-03-02T09:00:00Z'

/** Two tasks that failed for the same reason, reported with the rejected credentials. The first is snoozed. */
async function fillPreviousVersion(orm: Awaited<ReturnType<typeof openFreshDatabase>>['orm']) {
  await orm.execute(sql`
    insert into all_task_types (id, name, position, chunk_size, allowed_concurrent_tasks, queue_delay_seconds, max_retries, retry_delay_seconds)
      overriding system value values (1, 'Ledger', 1, 1000, 1, 0, 0, 0)`)
  for (const id of [1, 2, 3]) {
    const accessProblem = id === 3 ? 'robot@example.com cannot open it. Share it.' : null
    await orm.execute(sql`
      insert into all_tasks (id, task_type_id, name, source_ss_id, source_sheet_name, target_ss_id, target_sheet_name,
        relevant_user_accounts, start_row, is_active, position, scheduled_times, chunk_size, created_by, access_problem)
      overriding system value values (${id}, 1, ${`Task ${id}`}, ${`s${id}`}, '', ${`t${id}`}, '', '', 2, true, ${id}, '[]', 1000, 'jo@example.com', ${accessProblem})`)
  }
  await orm.execute(sql`
    insert into alerts (id, kind, content, created_at) values (${ALERT_ID}, 'failed', '{"title":"2 tasks failed"}', ${openedAt})`)
  await orm.execute(sql`
    insert into alert_incidents (kind, subject, task_id, message, opened_at, reported_at, alert_id, snooze) values
      ('failed', 'task:1', 1, ${REVOKED}, ${openedAt}, ${openedAt}, ${ALERT_ID}, null),
      ('failed', 'task:2', 2, ${REVOKED}, ${openedAt}, ${openedAt}, ${ALERT_ID}, null),
      ('access', ${REVOKED}, null, ${REVOKED}, ${openedAt}, ${openedAt}, ${ALERT_ID}, null),
      ('held', 'task:3', 3, 'The source is empty. Check it.', ${openedAt}, null, null, 'until_recovered')`)
}

test('what was open before failures were facts is shown, stays snoozed, is not reported twice and closes', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await migrate(orm, { upTo: BEFORE_FACTS })
  await fillPreviousVersion(orm)
  await migrate(orm)
  expect(await readIncidents(orm, 1)).toMatchObject([{ kind: 'failed', cause: 'unknown', message: REVOKED }])
  let now = new Date(openedAt)
  const alertsLater = async () => {
    now = new Date(now.getTime() + 20 * MINUTE_MS)
    return (await makeAlerts(orm, { now, snoozePath: (id) => id })).map(({ title }) => title)
  }
  const { failure } = requestError({ reason: 'unauthenticated', about: { account: 'robot@example.com' } })
  expect(await openIncidents(orm, [{ kind: 'failed', taskId: 1, failure }], now)).toBe(0)
  expect(await alertsLater()).toEqual([])
  await closeIncidents(orm, { taskId: 1, isSuccess: true, now })
  await closeIncidents(orm, { taskId: 2, isSuccess: true, now })
  expect(await alertsLater()).toEqual(['2 tasks recovered', 'Access works again: the refused credentials'])
  expect(await readIncidents(orm, 3)).toMatchObject([
    { message: 'The source is empty. Check it.', snooze: 'until_recovered' },
  ])
  expect(await wakeTask(orm, 3)).toMatchObject({ status: 'success' })
  expect(await alertsLater()).toEqual(['Task 3 (Ledger) was held'])
})
