import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

async function newTask(fields: { scheduled_times?: string[] } = {}): Promise<number> {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const source_ss_id = await createSpreadsheet(app.sheets, { values: [['id'], ['new']] })
  const places = { source_ss_id, target_ss_id: await createSpreadsheet(app.sheets, { values: [['id']] }) }
  const tabs = { source_sheet_name: '', target_sheet_name: '' }
  const body = buildTaskFields({ sync_task_type_id: type.id, ...places, ...tabs, ...fields })
  return (await app.member.call(api.tasks.create, { body })).id
}

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const pauseUntil = (until: string) => app.member.call(api.pauses.set, { body: { until } })
const readTask = (id: number) => app.member.call(api.tasks.get, { params: { id } })

test('a requested run waits for the end of the pause and says why, and an undo does not', async () => {
  const [copied, waiting] = [await newTask(), await newTask()]
  await runToSuccess(app.member, copied)
  const until = inHours(2)
  expect(await pauseUntil(until)).toMatchObject({
    status: 'success',
    message: expect.stringMatching(new RegExp(`^Paused until .+ by ${MEMBER_EMAIL}\\.`)),
    pause: { until, set_by: MEMBER_EMAIL },
  })
  await app.member.call(api.tasks.execute, { params: { id: waiting }, body: {} })

  const { undos } = await app.member.call(api.undos.preview, { body: { task_ids: [copied] } })
  await app.member.call(api.undos.create, {
    body: { undos: undos.map(({ task_id, run_id }) => ({ task_id, run_id })) },
  })
  expect(await untilEnded(app.member, copied)).toMatchObject({ task_status: 'Success' })
  expect(await readTask(waiting)).toMatchObject({
    task_status: 'Queued',
    waiting_for: expect.stringMatching(/^Paused until .+ by ada@example\.com$/),
  })

  expect(await app.member.call(api.pauses.end, {})).toMatchObject({ status: 'success', pause: null })
  expect(await untilEnded(app.member, waiting)).toMatchObject({ task_status: 'Success' })
  expect(await app.member.call(api.pauses.get, {})).toEqual({ pause: null })
  expect(await app.member.call(api.pauses.end, {})).toMatchObject({ status: 'warning', message: 'Nothing is paused.' })
})

test('waiting runs start by themselves at the end of the pause', async () => {
  const id = await newTask()
  await pauseUntil(new Date(Date.now() + 1500).toISOString())
  await app.member.call(api.tasks.execute, { params: { id }, body: {} })
  expect(await readTask(id)).toMatchObject({ task_status: 'Queued' })
  expect(await untilEnded(app.member, id)).toMatchObject({ task_status: 'Success' })
})

test('schedules show their first time after the pause', async () => {
  const id = await newTask({ scheduled_times: ['04:00'] })
  const until = inHours(72)
  await pauseUntil(until)
  const { next_run_at } = await readTask(id)
  expect(Date.parse(next_run_at ?? '')).toBeGreaterThanOrEqual(Date.parse(until))
  const [entry] = await app.member.call(api.schedules.list, {})
  expect(entry?.next_run_at).toBe(next_run_at)
  const { next_times } = await app.member.call(api.overview.get, {})
  expect(next_times[0]?.at).toBe(next_run_at)
  await app.member.call(api.pauses.end, {})
  expect(Date.parse((await readTask(id)).next_run_at ?? '')).toBeLessThan(Date.now() + DAY_MS + HOUR_MS)
})

test('a longer pause replaces the end and keeps the beginning', async () => {
  const { pause: first } = await pauseUntil(inHours(1))
  const { pause: second } = await pauseUntil(inHours(5))
  expect(second?.since).toBe(first?.since)
  await app.member.call(api.pauses.end, {})
})

test.each([
  { until: '2020-01-01', message: 'The end of a pause must be in the future' },
  { until: '2099-01-01', message: 'A pause can last at most 366 days' },
  { until: 'Monday', message: expect.stringContaining('Give a date such as') },
  { until: '2026-12-07T08:00', message: expect.stringContaining('a time with its zone') },
])('an end such as $until is refused', async ({ until, message }) => {
  await expect(pauseUntil(until)).rejects.toMatchObject({ status: 400, message })
})
