import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { dayNumber } from '#domain/recognize/day-number.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { test } from '#tests/support/shared-app.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const [JANUARY, FEBRUARY] = [dayNumber('2025-01-01') ?? 0, dayNumber('2025-02-01') ?? 0]
const TEXT_HEADER = ['Name', 'Qty\n(pcs)']
const PLAN: Cell[][] = [
  [...TEXT_HEADER, JANUARY, FEBRUARY],
  ['Zebra', 3, 5, 9],
  ['Ärger', 1, 6, 10],
  ['apfel', 2, 7, 11],
]
const DATE_FORMAT = { userEnteredFormat: { numberFormat: { type: 'DATE', pattern: 'mmm yyyy' } } }

async function createSpreadsheet({ sheets }: TestApp, rows: Cell[][]): Promise<string> {
  const { data } = await sheets.spreadsheets.create({ requestBody: {} })
  const spreadsheetId = data.spreadsheetId ?? ''
  if (rows.length === 0) return spreadsheetId
  const write = { range: 'A1', valueInputOption: 'RAW', requestBody: { values: rows } }
  await sheets.spreadsheets.values.update({ spreadsheetId, ...write })
  const sheetId = data.sheets?.[0]?.properties?.sheetId ?? 0
  const range = { sheetId, startRowIndex: 0, endRowIndex: 1, startColumnIndex: TEXT_HEADER.length }
  const requests = [{ repeatCell: { range, cell: DATE_FORMAT, fields: 'userEnteredFormat.numberFormat' } }]
  await sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
  return spreadsheetId
}

async function openWorld(app: TestApp, fields: Partial<Parameters<typeof buildTaskFields>[0]> = {}) {
  const { member } = app
  const source = await createSpreadsheet(app, PLAN)
  const target = await createSpreadsheet(app, [])
  const { id: typeId } = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const ends = { source_ss_id: source, target_ss_id: target, source_sheet_name: '', target_sheet_name: '' }
  const body = buildTaskFields({ sync_task_type_id: typeId, start_row: 1, ...ends, ...fields })
  return { source, id: (await member.call(api.tasks.create, { body })).id }
}

test('a data copy names, selects and sorts its columns as people see them', async ({ emptyApp: app }) => {
  const { id } = await openWorld(app)
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  const { available_columns } = await app.member.call(api.dataCopy.columns, { params: { id } })
  expect(available_columns).toEqual([...TEXT_HEADER, 'Jan 2025', 'Feb 2025'])
  const query = { columns: 'Name,feb  2025', sort: 'Qty (pcs)' }
  const { data } = await app.member.call(api.dataCopy.page, { params: { id }, query })
  expect(data).toEqual([
    { Name: 'Ärger', 'Feb 2025': 10 },
    { Name: 'apfel', 'Feb 2025': 11 },
    { Name: 'Zebra', 'Feb 2025': 9 },
  ])
  const byName = await app.member.call(api.dataCopy.page, { params: { id }, query: { sort: 'Name' } })
  expect(byName.data.map((row) => row['Name'])).toEqual(['apfel', 'Ärger', 'Zebra'])
})

test('a trial names the columns on one line, and finds them by these names', async ({ emptyApp: app }) => {
  const { source } = await openWorld(app)
  const tryShape = (columns: string, rows = '') =>
    app.member.call(api.spreadsheets.tryShape, { params: { id: source }, query: { columns, rows } })
  const all = await tryShape('')
  const names = all.columns.map(({ name }) => name)
  expect(names).toEqual(['Name', 'Qty (pcs)', 'Jan 2025', 'Feb 2025'])
  expect(all.first_rows[0]).toEqual([...TEXT_HEADER, 'Jan 2025', 'Feb 2025'])
  expect(await tryShape(names.toReversed().join(', '), 'Qty (pcs) > 2')).toMatchObject({
    missing: [],
    matching_rows: 1,
    first_rows: [
      ['Feb 2025', 'Jan 2025', 'Qty\n(pcs)', 'Name'],
      ['9', '5', '3', 'Zebra'],
    ],
  })
  expect(await tryShape('Qty (pieces), Mar 2025')).toMatchObject({ missing: ['Qty (pieces)', 'Mar 2025'] })
})

test('a run with columns, keys and expectations named as people see them ends in Success', async ({
  emptyApp: app,
}) => {
  const columns = 'Name, Qty (pcs), Feb 2025 as February'
  const fields = { target_cell: 'A1', mode: 'update' as const, key_columns: 'name', columns }
  const { id } = await openWorld(app, { ...fields, expect_filled: ['Qty (pcs)', 'Feb 2025'] })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  const params = { id }
  await app.member.call(api.tasks.update, { params, body: { expect_filled: ['Qty (pieces)'] } })
  const held = await runToEnd(app.member, id)
  expect(held).toMatchObject({
    task_status: 'Warning',
    latest_log: {
      message: expect.stringContaining('The source has no column "Qty (pieces)", which should be filled.'),
    },
  })
})
