import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { makeAlerts } from '#server/alerts/make-alerts.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToEnd, runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let shiftMs = 0
beforeAll(async () => {
  // The test makes the alerts itself.
  app = await startTestApp({ now: () => new Date(Date.now() + shiftMs) })
})
afterAll(() => app[Symbol.asyncDispose]())

const sheet = (values: unknown[][] = []) => createSpreadsheet(app.sheets, { values, isEntered: true })
const enter = (spreadsheetId: string, range: string, values: unknown[][]) =>
  enterValues(app.sheets, { spreadsheetId, range, values })
const getTask = (id: number) => app.member.call(api.tasks.get, { params: { id } })
const listIncidents = async (id: number) =>
  (await app.member.call(api.incidents.ofTask, { params: { id } })).incidents.map(({ kind, message }) => ({
    kind,
    message,
  }))

/** Returns the texts of the alerts made two minutes later. */
async function alertsLater(): Promise<string[]> {
  shiftMs += 2 * MINUTE_MS
  const { database, now, snoozeLinks } = app.context
  const made = await makeAlerts(database.orm, { now: now(), snoozePath: snoozeLinks.buildPath })
  return made.map(({ title, reason, fix }) => [title, reason, fix].join(' | '))
}

/** Adds a task that hands rows out to the files of a list, and promises freshness within an hour. */
async function addHandOut(name: string) {
  const body = buildTaskTypeFields({ name: `Of ${name}`, fresh_within_minutes: 60, max_retries: 0 })
  const type = await app.member.call(api.taskTypes.create, { body })
  const [north, south] = [await sheet(), await sheet()]
  const rows = Array.from({ length: 10 }, (_, at) => [at + 1, at % 2 === 0 ? 'North' : 'South'])
  const source = await sheet([['Order', 'Branch'], ...rows])
  const list = await sheet([
    ['Branch', 'File'],
    ['North', north],
    ['South', south],
  ])
  const targets_from = { ss_id: list, sheet_name: '', value_column: 'Branch', link_column: 'File', tab_column: '' }
  const places = { source_ss_id: source, source_sheet_name: '', target_sheet_name: '', start_row: 1 }
  const fields = { sync_task_type_id: type.id, name, ...places, split_by: 'Branch', targets_from }
  const { id } = await app.member.call(api.tasks.create, { body: buildTaskFields(fields) })
  await runToSuccess(app.member, id)
  return { id, source, list, south }
}

test('one failed target makes a run a Warning, an alert that names its value, and the task as old as that target', async () => {
  const { id, source, list, south } = await addHandOut('Branches')
  const first = (await getTask(id)).freshness
  expect(first).toMatchObject({ state: 'fresh' })
  await enter(list, 'B3', [['no-such-spreadsheet-at-all-1234567890']])
  await enter(source, 'A2', [[11]])
  shiftMs += 50 * MINUTE_MS
  const { task_status, delivery, freshness } = await runToEnd(app.member, id)
  expect(task_status).toBe('Warning')
  expect(delivery?.targets).toMatchObject([
    { value: 'North', state: 'delivered' },
    { value: 'South', state: 'failed', reason: expect.any(String) },
  ])
  expect(freshness?.seen_equal_at).toBe(first?.seen_equal_at)
  const message = expect.stringMatching(/^1 target did not get its rows\. "South": .*not/)
  expect(await listIncidents(id)).toEqual([{ kind: 'failed', message }])
  expect(await alertsLater()).toEqual([expect.stringMatching(/^Branches \(Of Branches\): 1 target .*"South"/)])

  shiftMs += 10 * MINUTE_MS
  expect((await getTask(id)).freshness).toMatchObject({ state: 'late', seen_equal_at: first?.seen_equal_at })
  await enter(list, 'B3', [[south]])
  await runToSuccess(app.member, id)
  expect((await getTask(id)).freshness).toMatchObject({ state: 'fresh' })
  expect(await listIncidents(id)).toEqual([])
  expect(await alertsLater()).toEqual([expect.stringContaining('Branches (Of Branches) recovered')])
})

test('a held target makes a run a Warning and an alert that names its value, until a person accepts it', async () => {
  const { id, source } = await addHandOut('Regions')
  const { seen_equal_at } = (await getTask(id)).freshness ?? {}
  const moved = Array.from({ length: 10 }, () => ['North'])
  await enter(source, 'B2', moved)
  shiftMs += MINUTE_MS
  const { task_status, delivery, hold, freshness } = await runToEnd(app.member, id)
  expect(task_status).toBe('Warning')
  expect(delivery?.targets).toMatchObject([
    { value: 'North', state: 'delivered' },
    { value: 'South', state: 'held' },
  ])
  expect(freshness).toMatchObject({ seen_equal_at, state: 'fresh' })
  expect(JSON.stringify(hold)).toContain('South')
  const message = expect.stringMatching(/^"South": .*Its last rows stay in the target\./)
  expect(await listIncidents(id)).toEqual([{ kind: 'held', message }])
  expect(await alertsLater()).toEqual([expect.stringMatching(/^Regions \(Of Regions\): "South": /)])

  await app.member.call(api.tasks.execute, { params: { id }, body: { allow_shrink: true } })
  await untilEnded(app.member, id)
  expect((await getTask(id)).task_status).toBe('Success')
  expect(await listIncidents(id)).toEqual([])
  expect(await alertsLater()).toEqual([expect.stringContaining('Regions (Of Regions) recovered')])
})

const MISSING = 'no-such-spreadsheet-at-all-1234567890'

test('a further target that fails, and the failure of the whole run, are alerted beside the target that fails already', async () => {
  const { id, source, list, south } = await addHandOut('Stores')
  const enterRow = (value: string) => enter(source, 'A2:B2', [[11, value]])
  await enter(list, 'A4:B4', [['East', await sheet()]])
  await enter(list, 'B3', [[MISSING]])
  await enterRow('East')
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Warning' })
  expect(await alertsLater()).toEqual([expect.stringMatching(/^Stores \(Of Stores\): 1 target .*"South"/)])
  await runToEnd(app.member, id)
  expect(await alertsLater()).toEqual([])

  await enter(list, 'B4', [[`${MISSING}2`]])
  await runToEnd(app.member, id)
  const two = expect.stringMatching(/^2 targets did not get their rows\. .*"South".*"East"/)
  expect(await listIncidents(id)).toEqual([{ kind: 'failed', message: two }])
  expect(await alertsLater()).toEqual([expect.stringMatching(/^Stores \(Of Stores\): 2 targets .*"East"/)])

  await enter(source, 'B1', [['Shop']])
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Error' })
  const whole = expect.stringContaining('"Branch"')
  expect(await listIncidents(id)).toEqual([{ kind: 'failed', message: whole }])
  expect(await alertsLater()).toEqual([expect.stringMatching(/^Stores \(Of Stores\) failed/)])
  await runToEnd(app.member, id)
  expect(await alertsLater()).toEqual([])

  await enter(source, 'B1', [['Branch']])
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Warning' })
  expect(await listIncidents(id)).toEqual([{ kind: 'failed', message: two }])
  expect(await alertsLater()).toEqual([])
  await enter(list, 'B3:B4', [[south], [await sheet()]])
  await runToSuccess(app.member, id)
  expect(await alertsLater()).toEqual([expect.stringContaining('Stores (Of Stores) recovered')])
})

test('the hold of a whole run is alerted although a target was held before', async () => {
  const { id, source } = await addHandOut('Shops')
  const rows = Array.from({ length: 10 })
  const fillAll = (value: string) =>
    enter(
      source,
      'B2',
      rows.map(() => [value]),
    )
  await fillAll('North')
  await runToEnd(app.member, id)
  expect(await alertsLater()).toEqual([expect.stringMatching(/^Shops \(Of Shops\): "South": /)])
  await fillAll('Elsewhere')
  const { hold } = await runToEnd(app.member, id)
  expect(JSON.stringify(hold)).toContain('Elsewhere')
  expect(await alertsLater()).toEqual([expect.stringMatching(/^Shops \(Of Shops\) was held.*Elsewhere/)])
  await runToEnd(app.member, id)
  expect(await alertsLater()).toEqual([])
})
