import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, runToSuccess } from '#tests/support/run-to-end.ts'
import { test } from '#tests/support/shared-app.ts'
import { createSpreadsheet, writeValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const ORDERS = [
  ['Name', 'Status', 'Amount'],
  ['Ann', 'open', 5],
  ['Bob', 'closed', 6],
  ['Cy', 'open', 7],
]

/** A spreadsheet with orders in one tab and an empty tab. */
const createBook = ({ sheets }: TestApp) => createSpreadsheet(sheets, { tabs: ['Orders', 'Copy'], values: ORDERS })

const copyIn = async ({ sheets }: TestApp, spreadsheetId: string) =>
  (await sheets.spreadsheets.values.get({ spreadsheetId, range: 'Copy' })).data.values ?? []

async function openOrders(app: TestApp) {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields({ name: 'Masters' }) })
  const book = await createBook(app)
  const places = { source_ss_id: book, source_sheet_name: 'Orders', target_ss_id: book, target_sheet_name: 'Copy' }
  return { book, fields: buildTaskFields({ sync_task_type_id: type.id, ...places, start_row: 1 }) }
}

test('a task with a mistake in its shape is refused, with a sentence for each field that points at the words', async ({
  emptyApp: app,
}) => {
  const { fields } = await openOrders(app)
  const createRefused = async (shape: object) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ ...fields, ...shape })
    const response = await app.member.fetch(api.tasks.create.path, { method: 'POST', headers, body })
    expect(response.status).toBe(400)
    return await response.json()
  }
  expect(await createRefused({ columns: 'Name, Amount as', rows: 'Amount > many' })).toMatchObject({
    code: 'invalid',
    fields: {
      columns: 'Columns: Amount as: write the new name after "as", or put the whole name in quotes',
      rows: expect.stringMatching(/^Rows: "many" is neither a number nor a date, which > needs/),
    },
  })
  expect(await createRefused({ target_cell: '5B', header: 'yes' })).toMatchObject({
    code: 'invalid',
    fields: { target_cell: 'Target cell must be a cell such as B5', header: 'header must be true or false' },
  })
})

test('a shaped task is previewed and run, and edited without a question', async ({ emptyApp: app }) => {
  const { member } = app
  const { book, fields } = await openOrders(app)
  const shape = { columns: 'Amount as Total, Name', rows: 'Status = open', target_cell: '$b$3' }
  const { id } = await member.call(api.tasks.create, { body: { ...fields, ...shape } })
  const params = { id }
  expect(await member.call(api.tasks.get, { params })).toMatchObject({ ...shape, target_cell: 'B3', header: null })

  const started = await member.call(api.previews.start, { body: { task_ids: [id] } })
  const preview = await eventually({
    what: 'the preview',
    read: () => member.call(api.previews.get, { params: started }),
    until: ({ is_in_progress }) => !is_in_progress,
  })
  expect(preview.tasks[0]).toMatchObject({
    status: 'done',
    result: { source_rows: 2, cells_filled: 6, source_cells: 4 },
  })

  await runToSuccess(member, id)
  const copied = [[], [], ['', 'Total', 'Name'], ['', 5, 'Ann'], ['', 7, 'Cy']]
  expect(JSON.stringify(await copyIn(app, book))).toBe(JSON.stringify(copied.map((row) => row.map(String))))
  expect(await member.call(api.dataCopy.page, { params, query: {} })).toMatchObject({
    data: [
      { Total: 5, Name: 'Ann' },
      { Total: 7, Name: 'Cy' },
    ],
  })

  // After an edit of the task, fewer rows are not a loss. The task may clear the old rows, because it owns them.
  await member.call(api.tasks.update, { params, body: { rows: 'Amount > 6', columns: 'Name' } })
  expect(await runToEnd(member, id)).toMatchObject({ task_status: 'Success' })
  expect(await copyIn(app, book)).toEqual([[], [], ['', 'Name'], ['', 'Cy']])
})

test('the rows that a trial reads serve the next ones of the same person for two minutes', async () => {
  let shiftMs = 0
  await using app = await startTestApp({ now: () => new Date(Date.now() + shiftMs) })
  const { member } = app
  const book = await createBook(app)
  const countReads = async (query: object, client = member) => {
    const trial = { params: { id: book }, query: { tab: 'Orders', ...query } }
    return await countRequests(app.emulator, () => client.call(api.spreadsheets.tryShape, trial))
  }
  const first = await countReads({})
  expect(first).toMatchObject({ reads: 4, writes: 0 })
  expect(await countReads({ rows: 'Status = open', columns: 'Amount' })).toMatchObject({
    reads: 0,
    outcome: { rows: 3, matching_rows: 2, first_rows: [['Amount'], ['5'], ['7']] },
  })
  expect(await countReads({ rows: 'Amount > 5' })).toMatchObject({ reads: 0, outcome: { matching_rows: 2 } })
  // On another tab, concurrent questions also read the rows only once.
  const both = await countRequests(app.emulator, () =>
    Promise.all(['A = 1', 'A = 2'].map((rows) => tryConditions(app, { book, rows }))),
  )
  expect(both.reads).toBe(first.reads)
  // Another person may not see this person's spreadsheets.
  const other = app.newVisitor()
  await other.signIn('grace@example.com')
  expect((await countReads({}, other)).reads).toBeGreaterThan(0)
  shiftMs = 2 * MINUTE_MS + 1
  expect((await countReads({})).reads).toBeGreaterThan(0)
})

test('a trial of long texts stops after 20 MB, and says that it did not read all rows', async ({ emptyApp: app }) => {
  const book = await createBook(app)
  const text = 'x'.repeat(40_000)
  for (let row = 1; row <= 800; row += 50) {
    const values = Array.from({ length: 50 }, (_, down) => [row + down === 1 ? 'Text' : text])
    await writeValues(app.sheets, { spreadsheetId: book, range: `Copy!A${row}`, values })
  }
  const tried = await tryConditions(app, { book, rows: 'Text contains x' })
  expect(tried.is_complete).toBe(false)
  expect(tried.matching_rows).toBe(tried.rows)
  // A part is at most about 2 MB.
  expect(tried.rows).toBeGreaterThanOrEqual(20_000_000 / 40_000 - 1)
  expect(tried.rows).toBeLessThan(24_000_000 / 40_000)
})

test('a person reads for one trial at a time: a new one cancels the one before it', async ({ emptyApp: app }) => {
  const book = await createBook(app)
  app.emulator.faults.add({ kind: 'read', effect: { answer: 'delayed', delayMs: 60_000 } })
  app.emulator.requests.clear()
  const first = app.member.call(api.spreadsheets.tryShape, { params: { id: book }, query: { tab: 'Orders' } })
  const refused = expect(first).rejects.toMatchObject({ status: 429 })
  await expect.poll(() => app.emulator.requests.entries.length).toBeGreaterThan(0)
  app.emulator.faults.clear()
  expect(await tryConditions(app, { book, rows: '' })).toMatchObject({ rows: 0 })
  await refused
})

const tryConditions = ({ member }: TestApp, { book, rows }: { book: string; rows: string }) =>
  member.call(api.spreadsheets.tryShape, { params: { id: book }, query: { tab: 'Copy', rows } })

test('a shape is tried on a tab: its columns with samples, how many rows meet the conditions, and the first ones', async ({
  emptyApp: app,
}) => {
  const { member, sheets } = app
  const book = await createBook(app)
  const number = { userEnteredFormat: { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } } }
  const range = { sheetId: 0, startRowIndex: 1, startColumnIndex: 3, endColumnIndex: 4 }
  const repeatCell = { range, cell: number, fields: 'userEnteredFormat.numberFormat' }
  await sheets.spreadsheets.batchUpdate({ spreadsheetId: book, requestBody: { requests: [{ repeatCell }] } })
  const values = [['Due'], [46_067], [46_068]]
  await writeValues(sheets, { spreadsheetId: book, range: 'Orders!D1', values })
  const tried = (query: object) =>
    member.call(api.spreadsheets.tryShape, { params: { id: book }, query: { tab: 'Orders', ...query } })

  expect(await tried({ columns: 'Due as When, Name', rows: 'Status = open' })).toEqual({
    columns: [
      { name: 'Name', samples: ['Ann', 'Bob', 'Cy'] },
      { name: 'Status', samples: ['open', 'closed', 'open'] },
      { name: 'Amount', samples: ['5', '6', '7'] },
      { name: 'Due', samples: ['2026-02-14', '2026-02-15', ''] },
    ],
    rows: 3,
    matching_rows: 2,
    is_complete: true,
    missing: [],
    split: null,
    first_rows: [
      ['When', 'Name'],
      ['2026-02-14', 'Ann'],
      ['', 'Cy'],
    ],
  })
  expect(await tried({ rows: 'State = open' })).toMatchObject({ rows: 3, matching_rows: 0, missing: ['State'] })
  expect(await tried({ rows: 'Status = open', split_by: 'Status' })).toMatchObject({
    split: { values: 1, empty_rows: 0, error_rows: 0, first_values: [{ value: 'open', rows: 2 }] },
  })
  expect(await tried({})).toMatchObject({ rows: 3, matching_rows: 3 })
  const hidden = { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 }
  const hide = { range: hidden, properties: { hiddenByUser: true }, fields: 'hiddenByUser' }
  await sheets.spreadsheets.batchUpdate({
    spreadsheetId: book,
    requestBody: { requests: [{ updateDimensionProperties: hide }] },
  })
  const visible = await tried({ columns: 'Name', rows: 'Status = open', hidden_rows: 'skip' })
  expect(visible).toMatchObject({ rows: 3, matching_rows: 1, first_rows: [['Name'], ['Cy']] })
  expect(await tried({ tab: 'Copy' })).toMatchObject({ columns: [], rows: 0, matching_rows: 0 })
  await expect(tried({ rows: 'Amount > many' })).rejects.toMatchObject({
    status: 400,
    reply: { fields: { rows: expect.stringContaining('"many"') } },
  })
  await expect(tried({ tab: 'Gone' })).rejects.toMatchObject({ status: 400 })
})

test('a trial takes a tab to which several sources lead once, and gives its empty rows no title', async ({
  emptyApp: app,
}) => {
  const book = await createBook(app)
  const values = [[], ['Di', 'open', 8]]
  await writeValues(app.sheets, { spreadsheetId: book, range: 'Orders!A5', values })
  const sources = { more_sources: `${book}!Ord*`, source_column: 'Tab' }
  const query = { tab: 'Orders', ...sources, rows: 'Tab = Orders; Status != closed' }
  const tried = await app.member.call(api.spreadsheets.tryShape, { params: { id: book }, query })
  expect(tried).toMatchObject({ rows: 5, matching_rows: 3 })
})
