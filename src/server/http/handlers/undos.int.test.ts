import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { activity, changeSets, runs } from '#server/storage/schema.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const enter = (spreadsheetId: string, range: string, values: unknown[][]) =>
  enterValues(app.sheets, { spreadsheetId, range, values })

async function entered(spreadsheetId: string): Promise<unknown[][]> {
  const read = { spreadsheetId, range: 'A1:D9', valueRenderOption: 'FORMULA' }
  return (await app.sheets.spreadsheets.values.get(read)).data.values ?? []
}

const newSpreadsheet = (values: unknown[][]) => createSpreadsheet(app.sheets, { values, isEntered: true })

const BEFORE = [['id'], ['old', '=1+1'], ['older'], ['gone', 'too']]

/** A task that has run once. */
async function copiedTask() {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const source = await newSpreadsheet([
    ['id', 'name'],
    [1, 'Ann'],
    [2, 'Bo'],
  ])
  const target = await newSpreadsheet(BEFORE)
  const places = { source_ss_id: source, target_ss_id: target, source_sheet_name: '', target_sheet_name: '' }
  const { id } = await app.member.call(api.tasks.create, {
    body: buildTaskFields({ sync_task_type_id: type.id, ...places, start_row: 2 }),
  })
  await runToSuccess(app.member, id)
  return { id, source, target, params: { id, run: await lastRun(id) } }
}

async function lastRun(taskId: number): Promise<number> {
  const { runs } = await app.member.call(api.runs.list, { query: { task_id: taskId, limit: 1 } })
  return runs[0]?.id ?? 0
}

/** Reads the width of the target region owned by copies. */
async function readWidth(taskId: number): Promise<number | null | undefined> {
  const [task] = await app.context.database.orm.select().from(tasks).where(eq(tasks.id, taskId))
  return task?.lastWidth
}

const preview = (params: { id: number; run: number }) =>
  app.member.call(api.changeSets.previewUndo, { params, query: {} })

async function undo(params: { id: number; run: number }, body: Parameters<typeof send>[1] = { edited: 'leave' }) {
  const outcome = await send(params, body)
  expect(outcome).toMatchObject({ status: 'success' })
  return await untilEnded(app.member, params.id)
}
const send = (
  params: { id: number; run: number },
  body: { edited: 'leave' | 'overwrite'; edited_digest?: string | null },
) => app.member.call(api.changeSets.undo, { params, body })

const AFTER = [['id'], [1, 'Ann'], [2, 'Bo']]

test('a run is undone, and the undo is undone, also formulas', async () => {
  const { id, target, params } = await copiedTask()
  expect(await entered(target)).toEqual(AFTER)
  expect(await preview(params)).toMatchObject({ cells: 6, edited: 0, edited_cells: [], run_ids: [params.run] })
  expect(await entered(target)).toEqual(AFTER)

  expect(await undo(params)).toMatchObject({ task_status: 'Success' })
  expect(await entered(target)).toEqual(BEFORE)
  const undone = { id, run: await lastRun(id) }
  expect(await app.member.call(api.changeSets.page, { params: undone, query: {} })).toMatchObject({
    state: 'kept',
    matching: 6,
  })
  const { logs = [] } = await app.member.call(api.tasks.get, { params: { id } })
  expect(logs.at(-1)).toMatchObject({ level: 'SUCCESS', message: `6 cells undone, back to before run ${params.run}.` })

  const { entries } = await app.member.call(api.activity.list, { query: { kind: 'undo_requested', task_id: id } })
  expect(entries).toMatchObject([{ changes: [{ field: 'before_run', before: null, after: String(params.run) }] }])

  await undo(undone)
  expect(await entered(target)).toEqual(AFTER)
  await runToSuccess(app.member, id)
  expect(await entered(target)).toEqual(AFTER)
})

test('runs are undone newest first, up to the one chosen', async () => {
  const { id, source, target, params } = await copiedTask()
  await enter(source, 'B2:B3', [['Anna'], ['Bob']])
  await runToSuccess(app.member, id)
  const second = { id, run: await lastRun(id) }
  expect((await preview(params)).run_ids).toEqual([second.run, params.run])
  await undo(second)
  expect(await entered(target)).toEqual(AFTER)
  await undo(params)
  expect(await entered(target)).toEqual(BEFORE)
})

test('columns that only a later run filled are undone as well, and what was edited there is listed', async () => {
  const { id, source, target, params } = await copiedTask()
  await enter(source, 'C1:C3', [['city'], ['Bonn'], ['Rome']])
  await runToSuccess(app.member, id)
  const filled = await entered(target)
  expect(filled).toEqual([['id'], [1, 'Ann', 'Bonn'], [2, 'Bo', 'Rome']])
  expect(await preview(params)).toMatchObject({ cells: 8, edited: 0 })
  await undo(params)
  expect(await entered(target)).toEqual(BEFORE)

  const undone = { id, run: await lastRun(id) }
  expect(await preview(undone)).toMatchObject({ cells: 8, edited: 0 })
  await undo(undone)
  expect(await entered(target)).toEqual(filled)
  await enter(target, 'C3', [['by hand']])
  const edited = { row: 3, column: 3, column_name: 'city', current: 'by hand', written: 'Rome', original: null }
  expect(await preview(params)).toMatchObject({ cells: 7, edited: 1, edited_cells: [edited] })
  await undo(params)
  expect(await entered(target)).toEqual([['id'], ['old', '=1+1'], ['older', '', 'by hand'], ['gone', 'too']])
})

test('cells that someone edited since are listed, left as they are, and overwritten only when asked', async () => {
  const { target, params } = await copiedTask()
  await enter(target, 'B3', [['by hand']])
  const seen = await preview(params)
  expect(seen).toMatchObject({
    cells: 5,
    edited: 1,
    edited_cells: [{ row: 3, column: 2, column_name: 'name', current: 'by hand', written: 'Bo', original: null }],
  })
  expect(await undo(params)).toMatchObject({ task_status: 'Warning' })
  expect(await entered(target)).toEqual([['id'], ['old', '=1+1'], ['older', 'by hand'], ['gone', 'too']])

  await enter(target, 'A2', [['also by hand']])
  const { edited_digest } = await preview(params)
  await enter(target, 'A3', [['after the preview']])
  const held = await undo(params, { edited: 'overwrite', edited_digest })
  expect(held).toMatchObject({
    task_status: 'Warning',
    latest_log: { message: expect.stringContaining('since the preview') },
  })
  expect((await entered(target))[1]?.[0]).toBe('also by hand')

  const again = await preview(params)
  await undo(params, { edited: 'overwrite', edited_digest: again.edited_digest })
  expect(await entered(target)).toEqual(BEFORE)
  expect((await app.member.send(api.changeSets.undo, { params, body: { edited: 'overwrite' } })).status).toBe(400)
})

test('an edit that a later run replaced counts once, whether it comes back or is overwritten too', async () => {
  const { id, source, target, params } = await copiedTask()
  await enter(target, 'B2', [['by hand']])
  await enter(source, 'B2', [['Anna']])
  await runToSuccess(app.member, id)
  expect(await preview(params)).toMatchObject({ cells: 6, edited: 1, cells_with_edited: 6 })
  await enter(target, 'B2', [['by hand again']])
  expect(await preview(params)).toMatchObject({ cells: 5, edited: 1, cells_with_edited: 6 })
})

test('number formats that a run set are taken back, and the region is as wide as before', async () => {
  const { id, source, target } = await copiedTask()
  const widthBefore = await readWidth(id)
  await enter(source, 'C1:C2', [['when'], ['2024-01-31']])
  await runToSuccess(app.member, id)
  const formats = async () => {
    const fields = 'sheets.data.rowData.values.userEnteredFormat.numberFormat.type'
    const { data } = await app.sheets.spreadsheets.get({ spreadsheetId: target, ranges: ['C2:C9'], fields })
    return JSON.stringify(data)
  }
  expect(await formats()).toContain('DATE')
  await undo({ id, run: await lastRun(id) })
  expect(await formats()).not.toContain('DATE')
  expect(await entered(target)).toEqual(AFTER)
  expect(await readWidth(id)).toBe(widthBefore)
})

test('a table that a run extended gets its range back, unless someone changed it since', async () => {
  const { id, source, target } = await copiedTask()
  const batch = (requests: object[]) =>
    app.sheets.spreadsheets.batchUpdate({ spreadsheetId: target, requestBody: { requests } })
  const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 3, startColumnIndex: 0, endColumnIndex: 2 }
  await batch([{ addTable: { table: { tableId: 'people', name: 'People', range } } }])
  const lastRow = async () => {
    const { data } = await app.sheets.spreadsheets.get({ spreadsheetId: target })
    return data.sheets?.[0]?.tables?.[0]?.range?.endRowIndex
  }
  await enter(source, 'A4', [[3, 'Cy']])
  await runToSuccess(app.member, id)
  const grown = { id, run: await lastRun(id) }
  expect(await lastRow()).toBe(4)
  await undo(grown)
  expect(await lastRow()).toBe(3)
  await undo({ id, run: await lastRun(id) })
  expect(await lastRow()).toBe(4)
  await batch([{ updateTable: { table: { tableId: 'people', range: { ...range, endRowIndex: 8 } }, fields: 'range' } }])
  await undo(grown)
  expect(await lastRow()).toBe(8)
})

test('an undo that is held leaves the region as wide as it was', async () => {
  const { id, target, params } = await copiedTask()
  const { edited_digest } = await preview(params)
  await enter(target, 'A2', [['after the preview']])
  await undo(params, { edited: 'overwrite', edited_digest })
  expect((await entered(target))[1]?.[0]).toBe('after the preview')
  expect(await readWidth(id)).toBe(2)
  await undo(params)
  expect(await readWidth(id)).toBeNull()
})

test('what cannot be undone is refused with the reason', async () => {
  const { id, params } = await copiedTask()
  const refusal = async (of: { id: number; run: number }) => {
    const response = await app.member.send(api.changeSets.previewUndo, { params: of, query: {} })
    return `${response.status} ${((await response.json()) as { message: string }).message}`
  }
  expect(await refusal({ id: 999_999, run: 1 })).toContain('404')
  expect(await refusal({ id, run: 999_999 })).toContain('404 Run not found')
  await runToSuccess(app.member, id)
  expect(await refusal({ id, run: await lastRun(id) })).toBe(
    '409 This run changed nothing, so there is nothing to undo.',
  )
  const { orm } = app.context.database
  const state = (to: 'too_large' | 'expired' | 'kept') =>
    orm.update(changeSets).set({ state: to }).where(eq(changeSets.runId, params.run))
  await state('too_large')
  expect(await refusal(params)).toBe('409 This run changed too many cells to keep, so it cannot be undone.')
  await state('expired')
  expect(await refusal(params)).toBe('409 What this run changed is no longer kept, so it cannot be undone.')
  const queued = await app.member.send(api.changeSets.undo, { params, body: { edited: 'leave' } })
  expect(queued.status).toBe(409)
  await state('kept')
  app.emulator.faults.add({ effect: { answer: 'unavailable' } })
  expect((await app.member.send(api.changeSets.previewUndo, { params, query: {} })).status).toBe(503)
  app.emulator.faults.clear()
  await app.member.call(api.tasks.update, { params: { id }, body: { target_ss_id: await newSpreadsheet([['x']]) } })
  expect(await refusal(params)).toContain('409 The task now writes to another spreadsheet.')
})

test('nodes of release 3.0.0 can read a requested undo', async () => {
  const { id, target, params } = await copiedTask()
  await enter(target, 'B3', [['by hand']])
  const seen = await preview(params)
  await app.member.call(api.changeSets.undo, {
    params,
    body: { edited: 'overwrite', edited_digest: seen.edited_digest },
  })
  await untilEnded(app.member, id)
  expect(await entered(target)).toEqual(BEFORE)
  const { orm } = app.context.database
  const word = sql<string>`${runs.undo} ->> 'edited'`
  const ofTask = and(eq(runs.taskId, id), isNotNull(runs.undo))
  expect(await orm.select({ word }).from(runs).where(ofTask)).toEqual([{ word: 'restore' }])
  const isRequest = sql`${activity.kind} = 'restore_requested' and ${activity.taskIds} = ${`[${id}]`}::jsonb`
  expect(await orm.select({ kind: activity.kind }).from(activity).where(isRequest)).toEqual([
    { kind: 'undo_requested' },
  ])
})
