import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSets } from '#contract/change-set.ts'
import type { TaskChange, TaskFields } from '#contract/task-fields.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { runs } from '#server/storage/schema.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, writeValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const HEADER: Cell[] = ['Name', 'State', 'Amount']
const DATA = Array.from({ length: 8 }, (_, at): Cell[] => [`n${at}`, `state ${at}`, at])
const PEOPLE = Array.from({ length: 9 }, (_, at): Cell[] => [`mine ${at}`, 'note', at])

let made = 0

/** Opens a task whose target has these tabs, and functions that edit cells as people do. */
async function openTask(target: Record<string, Cell[][]>, fields: Partial<TaskFields>) {
  made += 1
  const gridProperties = { rowCount: 60, columnCount: 12 }
  const create = (tabs: string[]) =>
    createSpreadsheet(app.sheets, { tabs: tabs.map((title) => ({ title, gridProperties })) })
  const ends = { source_ss_id: await create(['Sheet1']), target_ss_id: await create(Object.keys(target)) }
  const put = (spreadsheetId: string, range: string, values: Cell[][]) =>
    writeValues(app.sheets, { spreadsheetId, range, values })
  await put(ends.source_ss_id, 'Sheet1!A1', [HEADER, ...DATA])
  for (const [tab, rows] of Object.entries(target)) if (rows.length > 0) await put(ends.target_ss_id, `${tab}!A1`, rows)
  const name = `Edited ${made}`
  const { id: typeId } = await app.member.call(taskTypes.create, { body: buildTaskTypeFields({ name }) })
  const tabs = { source_sheet_name: 'Sheet1', target_sheet_name: Object.keys(target)[0] ?? '' }
  const body = buildTaskFields({ name, start_row: 2, ...ends, ...tabs, ...fields, sync_task_type_id: typeId })
  const params = { id: (await app.member.call(tasks.create, { body })).id }
  async function lastRunId(): Promise<number> {
    const { orm } = app.context.database
    const [last] = await orm.select().from(runs).where(eq(runs.taskId, params.id)).orderBy(desc(runs.id)).limit(1)
    return last?.id ?? 0
  }
  return {
    sourceId: ends.source_ss_id,
    async clearSource(): Promise<void> {
      await app.sheets.spreadsheets.values.clear({ spreadsheetId: ends.source_ss_id, range: 'Sheet1' })
    },
    editSource: (range: string, values: Cell[][]) => put(ends.source_ss_id, `Sheet1!${range}`, values),
    editTarget: (range: string, values: Cell[][]) => put(ends.target_ss_id, range, values),
    async mergeTarget(range: { row: number; column: number; columns: number }): Promise<void> {
      const { row, column, columns } = range
      const { data } = await app.sheets.spreadsheets.get({ spreadsheetId: ends.target_ss_id })
      const sheetId = data.sheets?.[0]?.properties?.sheetId ?? 0
      const rows = { startRowIndex: row - 1, endRowIndex: row }
      const area = { sheetId, ...rows, startColumnIndex: column - 1, endColumnIndex: column - 1 + columns }
      const requests = [{ mergeCells: { range: area, mergeType: 'MERGE_ALL' } }]
      await app.sheets.spreadsheets.batchUpdate({ spreadsheetId: ends.target_ss_id, requestBody: { requests } })
    },
    edit: (change: TaskChange) => app.member.call(tasks.update, { params, body: change }),
    /** Returns the ID of the run. */
    async run(status: 'Success' | 'Warning'): Promise<number> {
      expect(await runToEnd(app.member, params.id)).toMatchObject({ task_status: status })
      return await lastRunId()
    },
    async copyAnyway(): Promise<void> {
      await app.member.call(tasks.execute, { params, body: { allow_shrink: true } })
      expect(await untilEnded(app.member, params.id)).toMatchObject({ task_status: 'Success' })
    },
    /** Returns the ID of the undo. */
    async undo(run: number): Promise<number> {
      await app.member.call(changeSets.undo, { params: { ...params, run }, body: { edited: 'leave' } })
      expect(await untilEnded(app.member, params.id)).toMatchObject({ task_status: 'Success' })
      return await lastRunId()
    },
    async causes(): Promise<string[]> {
      const { hold } = await app.member.call(tasks.get, { params })
      return (hold?.rules ?? []).map(({ cause }) => cause)
    },
    async target(tab = 'Sheet1'): Promise<Cell[][]> {
      const place = { spreadsheetId: ends.target_ss_id, range: tab, valueRenderOption: 'UNFORMATTED_VALUE' }
      return (await app.sheets.spreadsheets.values.get(place)).data.values ?? []
    },
  }
}

test.each([
  { what: 'cells at the same place', fields: {} },
  { what: 'a shape', fields: { target_cell: 'B3', columns: 'Name, State' } },
])(
  'a task with $what that reads from a narrower source leaves nothing of the earlier one beside it',
  async ({ fields }) => {
    const task = await openTask({ Sheet1: [] }, { start_row: 1, ...fields })
    const [first] = Object.keys(fields).length > 0 ? [2] : [0]
    await task.run('Success')
    const other = await openTask({ Sheet1: [] }, {})
    await task.edit({ source_ss_id: other.sourceId, columns: '' })
    await other.clearSource()
    await other.editSource('A1', [['Name'], ['n0'], ['other']])
    const before = await task.target()
    expect(before.length).toBe(first + 9)
    await task.run('Warning')
    expect(await task.causes()).toEqual(['target_occupied'])
    expect(await task.target()).toEqual(before)
    await task.copyAnyway()
    expect((await task.target()).flat().filter((cell) => cell !== '')).toEqual(['Name', 'n0', 'other'])
  },
)

test('a region that was moved above and left of where it was does not take the cells there for its own', async () => {
  const task = await openTask({ Sheet1: [['A title'], ...PEOPLE] }, { target_cell: 'D12' })
  await task.run('Success')
  await task.edit({ target_cell: 'A2' })
  const before = await task.target()
  await task.run('Warning')
  expect(await task.causes()).toEqual(['target_occupied'])
  expect(await task.target()).toEqual(before)
  await task.edit({ target_cell: 'D12' })
  expect(await task.causes()).toEqual([])
  await task.run('Success')
})

test('an undo of runs in an earlier region leaves nothing of the next one to the task', async () => {
  const task = await openTask({ Sheet1: [] }, { target_cell: 'A1' })
  await task.run('Success')
  await task.editSource('B2', [['closed']])
  const second = await task.run('Success')
  await task.editTarget('A21', PEOPLE)
  await task.edit({ target_cell: 'A21' })
  await task.undo(second)
  const before = await task.target()
  await task.run('Warning')
  expect(await task.causes()).toEqual(['target_occupied'])
  expect(await task.target()).toEqual(before)
})

test("after an undo back to a copy that was never verified, rows of others below are not the task's", async () => {
  const task = await openTask({ Sheet1: [] }, {})
  await task.mergeTarget({ row: 2, column: 2, columns: 2 })
  await task.run('Warning')
  await task.editSource('A3', [['changed']])
  await task.undo(await task.run('Warning'))
  await task.editTarget('A30', PEOPLE.slice(0, 1))
  const before = await task.target()
  await task.run('Warning')
  expect(await task.causes()).toEqual(['other_cells'])
  expect(await task.target()).toEqual(before)
})

test('a task whose undo was undone has its region again, and a run with fewer columns clears the others', async () => {
  const task = await openTask({ Sheet1: [] }, { target_cell: 'B3', columns: 'Name, State, Amount' })
  const undone = await task.undo(await task.run('Success'))
  expect(await task.target()).toEqual([])
  await task.undo(undone)
  await task.edit({ columns: 'Name, State' })
  await task.run('Success')
  expect((await task.target()).slice(2)).toEqual([HEADER, ...DATA].map((row) => ['', ...row.slice(0, 2)]))
})

test('an undo of runs in an earlier tab leaves the width of the region in the present one', async () => {
  const wide = [['Name', 'State', 'Amount', 'Note', 'More'], ...DATA.map((row) => [...row, 'x', 'y'])]
  const task = await openTask({ Sheet1: [], Other: [] }, {})
  await task.editSource('A1', wide)
  const first = await task.run('Success')
  await task.editSource('A2', [['changed']])
  const second = await task.run('Success')
  await task.edit({ target_sheet_name: 'Other', columns: 'Name, State' })
  await task.run('Success')
  const beside = PEOPLE.slice(0, 8).map((row) => [row[0] ?? '', row[1] ?? ''])
  await task.editTarget('Other!C2', beside)
  await task.undo(second)
  await task.editSource('A3', [['changed too']])
  await task.run('Success')
  expect((await task.target('Other')).map((row) => row.slice(2)).filter((row) => row.length > 0)).toEqual(beside)
  await task.undo(first)
  expect((await task.target('Other')).map((row) => row.slice(2)).filter((row) => row.length > 0)).toEqual(beside)
})

test('an undo of runs in an earlier tab leaves the rows alone that were appended to the present one', async () => {
  const task = await openTask({ Sheet1: [], Other: [] }, { mode: 'append', time_column: 'At', target_cell: 'A1' })
  const first = await task.run('Success')
  await task.edit({ target_sheet_name: 'Other' })
  await task.run('Success')
  const appended = await task.target('Other')
  await task.undo(first)
  expect(await task.target()).toEqual([])
  await task.editSource('A2', [['later']])
  await task.run('Success')
  const [header, ...rows] = await task.target('Other')
  expect([header, ...rows.slice(0, DATA.length)]).toEqual(appended)
  expect(rows.slice(DATA.length).map(([, ...cells]) => cells)).toEqual([['later', 'state 0', 0], ...DATA.slice(1)])
})

test('a task that mirrors instead of updating by key asks before it clears the rows of others', async () => {
  const shape = { mode: 'update' as const, key_columns: 'Name', target_cell: 'A1' }
  const task = await openTask({ Sheet1: [HEADER, ...DATA, ...PEOPLE.slice(0, 1)] }, shape)
  await task.run('Success')
  await task.edit({ mode: 'mirror', key_columns: '' })
  const before = await task.target()
  await task.run('Warning')
  expect(await task.causes()).toEqual(['target_occupied'])
  expect(await task.target()).toEqual(before)
  await task.copyAnyway()
  expect(await task.target()).toEqual([HEADER, ...DATA])
})

test('a task that mirrors instead of updating by key asks nothing where the target has no other rows', async () => {
  const task = await openTask({ Sheet1: [] }, { mode: 'update', key_columns: 'Name', target_cell: 'A1' })
  await task.run('Success')
  await task.edit({ mode: 'mirror', key_columns: '' })
  await task.run('Success')
  expect(await task.target()).toEqual([HEADER, ...DATA])
})

const swapped = (rows: Cell[][]) => rows.map(([name = '', state = '', amount = '']) => [state, name, amount])

test('an update by key asks before it writes into a target whose columns have another order', async () => {
  const task = await openTask(
    { Sheet1: swapped([HEADER, ...DATA]) },
    { mode: 'update', key_columns: 'Name', target_cell: 'A1' },
  )
  const before = await task.target()
  await task.run('Warning')
  expect(await task.causes()).toEqual(['columns_misplaced'])
  expect(await task.target()).toEqual(before)
  await task.edit({ columns: 'State, Name, Amount' })
  await task.run('Success')
  expect(await task.target()).toEqual(before)
})

test.each<[string, TaskChange]>([
  ['columns were put into another order', { columns: 'Amount, Name, State' }],
  ['column of sources came first', { source_column: 'Source' }],
])('an update by key whose %s asks before it adds all rows once more', async (_what, change) => {
  const shape = { mode: 'update' as const, key_columns: 'Name', target_cell: 'A1', columns: 'Name, State, Amount' }
  const task = await openTask({ Sheet1: [HEADER, ['mine', 'note', 7]] }, shape)
  await task.run('Success')
  const before = await task.target()
  await task.edit('source_column' in change ? { ...change, columns: '' } : change)
  await task.run('Warning')
  expect(await task.causes()).toEqual(['columns_misplaced'])
  expect(await task.target()).toEqual(before)
})

test('an update by key whose header is renamed in the source, or gets a last column, asks nothing', async () => {
  const task = await openTask({ Sheet1: [] }, { mode: 'update', key_columns: 'Name', target_cell: 'A1' })
  await task.editSource('A1', [['Name', 'State on May 7']])
  await task.run('Success')
  await task.edit({ columns: 'Name, State on May 7 as State, Amount, Amount as Sum' })
  await task.run('Success')
  expect((await task.target()).slice(0, 2)).toEqual([
    ['Name', 'State', 'Amount', 'Sum'],
    ['n0', 'state 0', 0, 0],
  ])
})

test.each<[string, TaskChange]>([
  ['in another order', { columns: 'State, Name, Amount' }],
  ['other ones', { columns: 'Name, Amount' }],
])('a task that appends asks before it adds rows whose columns are %s', async (_what, change) => {
  const shape = { mode: 'append' as const, time_column: 'At', target_cell: 'A1', columns: 'Name, State' }
  const task = await openTask({ Sheet1: [] }, shape)
  await task.run('Success')
  const before = await task.target()
  await task.edit(change)
  await task.run('Warning')
  expect(await task.causes()).toEqual(['columns_misplaced'])
  expect(await task.target()).toEqual(before)
  await task.copyAnyway()
  const once = await task.target()
  expect(once).toHaveLength(before.length + DATA.length)
  await task.run('Success')
})

test('a task that appends asks nothing where a last column or another name of the times was added', async () => {
  const shape = { mode: 'append' as const, time_column: 'At', target_cell: 'A1', columns: 'Name, State' }
  const task = await openTask({ Sheet1: [] }, shape)
  await task.run('Success')
  await task.edit({ columns: 'Name, State, Amount', time_column: 'Copied at' })
  await task.run('Success')
  expect((await task.target()).at(-1)?.slice(1)).toEqual(DATA.at(-1))
})
