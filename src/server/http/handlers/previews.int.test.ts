import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Preview } from '#contract/preview.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, writeValues } from '#tests/support/spreadsheets.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'

const HEADER = ['Name', 'Amount']

let app: TestApp
let typeId: number
beforeAll(async () => {
  app = await startTestApp()
  typeId = (await app.member.call(api.taskTypes.create, { body: { name: 'Masters' } })).id
})
afterAll(() => app[Symbol.asyncDispose]())

async function createBook(values: unknown[][], rowCount = 100): Promise<string> {
  const gridProperties = { rowCount, columnCount: 4 }
  const spreadsheetId = await createSpreadsheet(app.sheets, {
    title: 'Book',
    tabs: [{ title: 'Orders', gridProperties }],
  })
  await write(spreadsheetId, values)
  return spreadsheetId
}

const write = (spreadsheetId: string, values: unknown[][], range = 'Orders!A1') =>
  writeValues(app.sheets, { spreadsheetId, range, values })

interface Pair {
  source?: unknown[][]
  target?: unknown[][]
  type?: number
  name?: string
}

let names = 0
async function createTask({ source = [], target = [], type = typeId, name }: Pair = {}) {
  names += 1
  const sourceId = await createBook([HEADER, ...source])
  const targetId = await createBook([HEADER, ...target])
  const body = {
    name: name ?? `Task ${names}`,
    sync_task_type_id: type,
    source_ss_id: sourceId,
    target_ss_id: targetId,
    start_row: 2,
  }
  const { id } = await app.member.call(api.tasks.create, { body })
  return { id, sourceId, targetId }
}

async function runPreview(body: { task_ids: number[] } | { sync_task_type_id: number }): Promise<Preview> {
  const params = await app.member.call(api.previews.start, { body })
  return await eventually({
    what: `preview ${params.id} to end`,
    read: () => app.member.call(api.previews.get, { params }),
    until: ({ is_in_progress }) => !is_in_progress,
  })
}

test('a preview shows the cells before and after, and leaves the target as it is', async () => {
  const task = await createTask({
    source: [['Ada', 1], ['Bob', 2], ['Cid']],
    target: [
      ['Ada', 1],
      ['Bob', 3],
    ],
  })
  const read = () => app.sheets.spreadsheets.get({ spreadsheetId: task.targetId, includeGridData: true })
  const before = (await read()).data
  app.emulator.requests.clear()
  const preview = await runPreview({ task_ids: [task.id] })
  expect(app.emulator.requests.count('write')).toBe(0)
  expect((await read()).data).toEqual(before)

  expect(preview).toMatchObject({ created_by: MEMBER_EMAIL, is_in_progress: false })
  expect(preview.tasks).toMatchObject([{ task_id: task.id, status: 'done', error: null }])
  expect(preview.tasks[0]?.result).toMatchObject({
    source: { title: 'Book', tab: 'Orders' },
    source_rows: 3,
    rows_added: 1,
    rows_changed: 1,
    rows_removed: 0,
    cells_filled: 1,
    cells_changed: 1,
    cells_cleared: 0,
    cells_listed: 2,
    held_because: null,
    writes: 1,
  })
  const params = { id: preview.id, task: task.id }
  const { cells, total, columns } = await app.member.call(api.previews.cells, { params, query: {} })
  expect(total).toBe(2)
  expect(cells).toEqual([
    { row: 3, column: 2, before: 3, after: 2 },
    { row: 4, column: 1, before: '', after: 'Cid' },
  ])
  expect(columns).toEqual([
    { column: 1, name: 'Name', count: 1 },
    { column: 2, name: 'Amount', count: 1 },
  ])
  const filled = await app.member.call(api.previews.cells, { params, query: { kind: 'filled' } })
  expect([filled.total, filled.cells.map(({ row }) => row)]).toEqual([1, [4]])
  const second = await app.member.call(api.previews.cells, { params, query: { column: 2 } })
  expect([second.total, second.cells.map(({ row }) => row)]).toEqual([1, [3]])
  const page = await app.member.call(api.previews.cells, { params, query: { offset: 1, limit: 1 } })
  expect([page.total, page.cells.map(({ row }) => row)]).toEqual([2, [4]])
})

test('a group is previewed in one table, the most surprising task first', async () => {
  const type = (await app.member.call(api.taskTypes.create, { body: { name: 'Ledger' } })).id
  const rows = Array.from({ length: 10 }, (_, at) => [`row ${at}`, at])
  const quiet = await createTask({ type, source: rows, target: rows })
  const shrunk = await createTask({ type, source: rows.slice(0, 2), target: rows })
  const empty = await createTask({ type, source: [], target: rows })
  const inactive = await createTask({ type, source: rows, target: [] })
  await app.member.call(api.tasks.toggleActive, { params: { id: inactive.id }, body: { is_active: false } })
  const { tasks } = await runPreview({ sync_task_type_id: type })
  expect(tasks.map(({ task_id }) => task_id)).toEqual([empty.id, shrunk.id, quiet.id])
  expect(tasks[0]?.result?.held_because).toBe('The source has no data rows.')
  expect(tasks[1]?.result?.rows_removed).toBe(8)
})

test('a task that cannot be read says why, and is the first', async () => {
  const [fine, missing] = [await createTask({ source: [['Ada', 1]] }), await createTask({ source: [['Ada', 1]] })]
  await app.member.call(api.tasks.update, { params: { id: missing.id }, body: { source_sheet_name: 'Gone' } })
  const { tasks } = await runPreview({ task_ids: [fine.id, missing.id] })
  expect(tasks.map(({ task_id, status }) => [task_id, status])).toEqual([
    [missing.id, 'failed'],
    [fine.id, 'done'],
  ])
  expect(tasks[0]?.error).toContain("There is no tab named 'Gone'")
})

test('a preview needs no slot of the type, and no target that nobody writes to', async () => {
  const task = await createTask({ source: [['Ada', 1]] })
  app.emulator.faults.add({ kind: 'write', effect: { answer: 'unavailable' } })
  await app.member.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  const busy = await eventually({
    what: 'the run to start',
    read: () => app.member.call(api.tasks.get, { params: { id: task.id } }),
    until: ({ task_status }) => task_status === 'Running',
  })
  const { tasks } = await runPreview({ task_ids: [task.id] })
  expect([busy.task_status, tasks[0]?.status]).toEqual(['Running', 'done'])
  await app.member.call(api.tasks.stop, { params: { id: task.id } })
  app.emulator.faults.clear()
  await untilEnded(app.member, task.id)
})

async function readLog(id: number): Promise<string[]> {
  return (await app.member.call(api.taskLogs.list, { params: { id } })).map(({ message }) => message)
}

test('a run after a preview says that nothing changed since', async () => {
  const task = await createTask({ source: [['Ada', 1]] })
  const { id } = await runPreview({ task_ids: [task.id] })
  const outcome = await app.member.call(api.previews.run, { params: { id }, body: { task_ids: [task.id] } })
  expect(outcome).toEqual({ status: 'success', message: '1 task queued.' })
  expect((await untilEnded(app.member, task.id)).task_status).toBe('Success')
  expect(await readLog(task.id)).toContain('Source and target are as in the preview: 2 cells to change.')
  await runToEnd(app.member, task.id)
  expect((await readLog(task.id)).filter((line) => line.includes('preview'))).toHaveLength(1)
})

test('a run after a preview says how source and target changed since', async () => {
  const task = await createTask({
    source: [
      ['Ada', 1],
      ['Bob', 2],
      ['Cid', 3],
    ],
    target: [['Ada', 1]],
  })
  const { id } = await runPreview({ task_ids: [task.id] })
  await write(task.sourceId, [['Eve', 9]], 'Orders!A5')
  await write(task.sourceId, [['Rob']], 'Orders!A3')
  await write(task.targetId, [['Cid']], 'Orders!A4')
  await app.member.call(api.previews.run, { params: { id }, body: { task_ids: [task.id] } })
  await untilEnded(app.member, task.id)
  expect(await readLog(task.id)).toContain(
    'Source or target changed since the preview: 2 more cells to change, 1 cell no longer, 1 cell with other values. The preview had 4 cells to change, this run has 5.',
  )
})

test('what is not there, too many tasks and too many previews are refused', async () => {
  const { member } = app
  const refusal = async (call: Promise<Response>) => {
    const response = await call
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  const missing = { params: { id: 999_999 } }
  expect(await refusal(member.send(api.previews.get, missing))).toEqual([
    404,
    expect.stringContaining('no such preview'),
  ])
  const nothing = member.send(api.previews.start, { body: { task_ids: [999_999] } })
  expect(await refusal(nothing)).toEqual([404, 'There is no task to preview.'])
  expect((await member.send(api.previews.start, { body: {} })).status).toBe(400)
  const task = await createTask({ source: [['Ada', 1]] })
  app.emulator.faults.add({ kind: 'read', effect: { answer: 'delayed', delayMs: 60_000 } })
  const ids: number[] = []
  for (let started = 0; started < 3; started += 1) {
    ids.push((await member.call(api.previews.start, { body: { task_ids: [task.id] } })).id)
  }
  const fourth = member.send(api.previews.start, { body: { task_ids: [task.id] } })
  expect(await refusal(fourth)).toEqual([409, expect.stringContaining('You have 3 previews in progress')])
  for (const id of ids) {
    const outcome = await member.call(api.previews.cancel, { params: { id } })
    expect(outcome).toEqual({ status: 'success', message: 'Preview canceled: 1 task left out.' })
    expect((await member.call(api.previews.get, { params: { id } })).tasks[0]?.status).toBe('canceled')
  }
  app.emulator.faults.clear()
  const again = await member.call(api.previews.cancel, { params: { id: ids[0] ?? 0 } })
  expect(again).toEqual({ status: 'warning', message: 'The preview is done.' })
  await runPreview({ task_ids: [task.id] })
})
