import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { alerts } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startExternalApp } from '#tests/support/external-app.ts'
import { untilEnded } from '#tests/support/run-to-end.ts'

const email = 'ann@example.com'

test('tasks that fail because a person revoked their access are one incident, one alert, and run again with one press', async () => {
  await using external = await startExternalApp({}, { alertTiming: { everyMs: 20 } })
  const ann = await external.signedIn(email)
  const ids = [await external.task(ann), await external.task(ann), await external.task(ann, email)]
  const statuses = async () => {
    const ended = []
    for (const id of ids) ended.push((await untilEnded(ann, id)).task_status)
    return ended
  }
  const incidents = async () => (await ann.call(api.overview.get)).attention.incidents
  const untilAlerts = (count: number) =>
    eventually({
      what: `${count} alerts`,
      read: async () => {
        // An alert waits for more incidents with the same cause.
        external.advanceTime(MINUTE_MS)
        const rows = await external.app.context.database.orm.select().from(alerts).orderBy(asc(alerts.createdAt))
        return rows.map(({ content: { title, taskCount } }) => [title, taskCount])
      },
      until: (made) => made.length >= count,
    })

  await external.signInProvider.revoke(email)
  // The access token for reading the titles has expired by then.
  external.advanceTime(2 * HOUR_MS)
  await ann.call(api.tasks.executeAll, {})
  expect(await statuses()).toEqual(['Error', 'Error', 'Error'])
  const found = await incidents()
  expect(found).toMatchObject([{ reason: 'failed', cause: 'access_ended', tasks_count: 3, stopped_count: 0 }])
  expect(found[0]?.tasks.map(({ id }) => id).sort()).toEqual(ids)
  const ofTask = await ann.call(api.incidents.ofTask, { params: { id: ids[1] ?? 0 } })
  expect(ofTask.affected).toMatchObject({ cause: 'access_ended', tasks_count: 3 })
  const ended = `3 tasks: Access to Google Sheets for ${email} was revoked or has expired`
  expect(await untilAlerts(1)).toEqual([[ended, 3]])

  await external.signInProvider.connect({ browser: ann, email })
  const again = await ann.call(api.incidents.runAgain, { params: { id: ids[0] ?? 0 } })
  expect(again).toMatchObject({ status: 'success', message: expect.stringContaining('3 tasks') })
  expect(await statuses()).toEqual(['Success', 'Success', 'Success'])
  expect(await incidents()).toEqual([])
  // Access and tasks are watched separately, so either may be reported first.
  const recovered = (await untilAlerts(3)).slice(1)
  expect(recovered).toHaveLength(2)
  expect(recovered).toEqual(
    expect.arrayContaining([
      ['3 tasks recovered', 3],
      [`Access works again: ${email}`, 0],
    ]),
  )
})
