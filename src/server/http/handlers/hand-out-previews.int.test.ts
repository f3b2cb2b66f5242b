import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { test } from '#tests/support/shared-app.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import type { TestApp } from '#tests/support/test-app.ts'

test('a preview of rows that are handed out lists rows and cells by target', async ({ emptyApp: app }) => {
  const { member } = app
  const type = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const values = [
    ['Order', 'Branch', 'Amount'],
    ['1', 'North', '10'],
    ['2', 'South', '20'],
    ['3', 'East', '30'],
  ]
  const [source, target] = [
    await createSpreadsheet(app.sheets, { values, isEntered: true }),
    await createSpreadsheet(app.sheets, {}),
  ]
  const places = { source_ss_id: source, target_ss_id: target, source_sheet_name: '', target_sheet_name: '' }
  const shape = { start_row: 1, split_by: 'Branch', columns: 'Amount, Order' }
  const fields = buildTaskFields({ sync_task_type_id: type.id, ...places, ...shape })
  const { id } = await member.call(api.tasks.create, { body: fields })
  await runToSuccess(member, id)
  const changes = [
    ['South', '11'],
    ['South', '20'],
    ['East', '31'],
  ]
  await enterValues(app.sheets, { spreadsheetId: source, range: 'B2:C4', values: changes })
  const preview = await member.call(api.previews.start, { body: { task_ids: [id] } })
  const { tasks } = await eventually({
    what: 'the preview',
    read: () => member.call(api.previews.get, { params: preview }),
    until: ({ is_in_progress }) => !is_in_progress,
  })
  expect(tasks[0]?.result).toMatchObject({
    ...{ rows_added: 1, rows_changed: 2, rows_removed: 1, cells_changed: 3, cells_filled: 2, cells_listed: 7 },
    warnings: [],
    targets: [
      { value: 'South', rows_added: 1, rows_changed: 1, rows_removed: 0, cells: 4, held_because: null, error: null },
      { value: 'East', rows_added: 0, rows_changed: 1, rows_removed: 0, cells: 1, held_because: null, error: null },
      { value: 'North', rows_removed: 1, cells: 2, held_because: expect.stringContaining('no data rows'), error: null },
    ],
  })
  const params = { id: preview.id, task: id }
  const all = await member.call(api.previews.cells, { params, query: {} })
  expect(all.columns).toEqual([
    { column: 1, name: 'Amount', count: 4 },
    { column: 2, name: 'Order', count: 3 },
  ])
  expect(all.cells[0]).toEqual({ value: 'South', row: 2, column: 1, before: 20, after: 11 })
  const { cells, total } = await member.call(api.previews.cells, { params, query: { target: ' east ' } })
  expect({ cells, total }).toEqual({
    cells: [{ value: 'East', row: 2, column: 1, before: 30, after: 31 }],
    total: 1,
  })
  await member.call(api.previews.run, { params: { id: preview.id }, body: { task_ids: [id], copy_anyway: true } })
  await untilEnded(member, id)
  const logs = await member.call(api.taskLogs.list, { params: { id } })
  expect(logs.map(({ message }) => message)).toContain('Source and targets are as in the preview: 7 cells to change.')
})

/** A hand-out with the rows of North and South, and a function to preview it, run the preview and return the log. */
async function startPreviews(app: TestApp, rows: string[][]) {
  const { member, sheets } = app
  const type = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const values = [['Order', 'Branch'], ...rows]
  const [source, target] = [
    await createSpreadsheet(sheets, { values, isEntered: true }),
    await createSpreadsheet(sheets, {}),
  ]
  const places = { source_ss_id: source, target_ss_id: target, source_sheet_name: '', target_sheet_name: '' }
  const fields = buildTaskFields({ sync_task_type_id: type.id, ...places, start_row: 1, split_by: 'Branch' })
  const { id } = await member.call(api.tasks.create, { body: fields })
  await runToSuccess(member, id)

  async function preview() {
    const params = await member.call(api.previews.start, { body: { task_ids: [id] } })
    const { tasks } = await eventually({
      what: 'the preview',
      read: () => member.call(api.previews.get, { params }),
      until: ({ is_in_progress }) => !is_in_progress,
    })
    return { params, result: tasks[0]?.result }
  }

  return {
    id,
    preview,
    enter: (range: string, changes: string[][]) =>
      enterValues(sheets, { spreadsheetId: source, range, values: changes }),
    async runPreviewed({ copyAnyway = false } = {}) {
      const { params } = await preview()
      await member.call(api.previews.run, { params, body: { task_ids: [id], copy_anyway: copyAnyway } })
      await untilEnded(member, id)
      const logs = await member.call(api.taskLogs.list, { params: { id } })
      return { messages: logs.map(({ message }) => message).join('\n') }
    },
  }
}

test('a run with a held target compares the others with its preview', async ({ emptyApp: app }) => {
  const world = await startPreviews(app, [
    ['1', 'North'],
    ['2', 'South'],
  ])
  await world.enter('A2:B3', [
    ['1', 'South'],
    ['3', 'South'],
  ])
  const { messages } = await world.runPreviewed()
  expect(messages).toContain('Source and targets are as in the preview: 3 cells to change.')
  expect(messages).not.toContain('changed since the preview')
})

test('a run that exchanges rows says nothing of targets that it copies twice', async ({ emptyApp: app }) => {
  const world = await startPreviews(app, [
    ['1', 'North'],
    ['2', 'South'],
    ['3', 'North'],
    ['4', 'South'],
  ])
  await world.enter('B2:B3', [['South'], ['North']])
  const { messages } = await world.runPreviewed()
  expect(messages).toContain('Source and targets are as in the preview: 1 cell to change.')
  expect(messages).not.toContain('changed since the preview')
})

test('a preview of an empty target counts rows that an undo left below the others', async ({ emptyApp: app }) => {
  const world = await startPreviews(app, [
    ['1', 'North'],
    ['2', 'South'],
  ])
  await world.enter('B2', [['South']])
  await world.runPreviewed({ copyAnyway: true })
  await world.enter('B2', [['North']])
  await runToSuccess(app.member, world.id)
  const { runs } = await app.member.call(api.runs.list, { query: { task_id: world.id, limit: 1 } })
  const params = { id: world.id, run: runs[0]?.id ?? 0 }
  await app.member.call(api.changeSets.undo, { params, body: { edited: 'leave', value: 'North' } })
  await untilEnded(app.member, world.id)
  await world.enter('B2', [['South']])
  const { result } = await world.preview()
  expect(result?.targets).toContainEqual(expect.objectContaining({ value: 'North', rows_removed: 1, cells: 2 }))
})
