import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { buildJob, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'

const HEADER = ['Day', 'Name', 'Amount']
const rows = (count: number): Cell[][] => Array.from({ length: count }, (_, at) => [`d${at}`, `n${at}`, at])

interface World {
  /** Columns of the table. */
  columns?: number
  /** Rows of the target. */
  existing?: number
  rowCount?: number
  source?: Cell[][]
}

/** A target with rows in a table, and a source with more of them. */
async function createWorld(
  provider: TestProvider,
  { columns = 3, existing = 3, rowCount = 30, source = rows(6) }: World = {},
) {
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ...source] })
  const targetId = await provider.spreadsheet({ rows: [[...HEADER, 'Mine'], ...rows(existing)], rowCount })
  const range = { startRowIndex: 0, endRowIndex: existing + 1, startColumnIndex: 0, endColumnIndex: columns }
  const columnProperties = [{ columnIndex: 2, columnType: 'DOUBLE' }]
  const table = { tableId: 't1', name: 'Orders', range, columnProperties }
  await provider.call('POST', `/${targetId}:batchUpdate`, { requests: [{ addTable: { table } }] })
  const tableRange = async () => {
    const { sheets } = await provider.call<{ sheets: { tables: { range: object }[] }[] }>('GET', `/${targetId}`)
    return sheets[0]?.tables[0]?.range
  }
  return { sourceId, targetId, range, tableRange, job: buildJob({ sourceId, targetId }) }
}

function infos({ log }: { log: { level: string; message: string }[] }): string[] {
  return log.filter(({ level }) => level === 'INFO').map(({ message }) => message)
}

test.each([
  ['a grid with room', 30],
  ['a grid that grows', 4],
])('a table of the columns of the copy gets the rows that are written below it, in %s', async (_what, rowCount) => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, range, tableRange, job } = await createWorld(provider, { rowCount })
  const outcome = await sync(provider.google, job)
  expect(outcome.status).toBe('Success')
  expect(await tableRange()).toEqual({ ...range, endRowIndex: 7 })
  expect(infos(outcome)).toContain(
    'The table "Orders" was changed from A1:C4 to A1:C7, so that it has all copied rows.',
  )
  expect(outcome.changes.tables).toMatchObject([{ tableId: 't1', before: { lastRow: 4 }, after: { lastRow: 7 } }])
  expect((await provider.read(targetId)).slice(1)).toEqual((await provider.read(sourceId)).slice(1))

  await provider.write(sourceId, 'Sheet1!B2', [['changed']])
  const next = await sync(provider.google, job)
  expect(next).toMatchObject({ status: 'Success', cellsChanged: 1, writes: 1 })
  expect(next.changes.tables).toEqual([])
})

test('number formats of the source are not set on rows that join a table of typed columns', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, job } = await createWorld(provider, { existing: 0 })
  const numberFormat = { type: 'NUMBER', pattern: '0.0' }
  const range = { startRowIndex: 1, startColumnIndex: 1, endColumnIndex: 3 }
  const cell = { userEnteredFormat: { numberFormat } }
  const requests = [{ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } }]
  await provider.call('POST', `/${sourceId}:batchUpdate`, { requests })
  await provider.write(sourceId, 'Sheet1!B2', [[1], [2], [3], [4], [5], [6]])
  const outcome = await sync(provider.google, job)
  expect(outcome.status).toBe('Success')
  expect(infos(outcome).filter((line) => line.includes('number formats'))).toEqual([])
  const path = `/${targetId}?ranges=B7:C7&fields=sheets.data.rowData.values.userEnteredFormat.numberFormat`
  expect(await provider.call('GET', path)).toEqual({
    sheets: [{ data: [{ rowData: [{ values: [cell, {}] }] }] }],
  })
})

test('a refused change of a table is said, and fails nothing', async () => {
  await using provider = await startTestProvider()
  const { range, tableRange, job } = await createWorld(provider)
  provider.emulator.faults.add({ operation: 'spreadsheets.batchUpdate', effect: { answer: 'protected_range' } })
  const outcome = await sync(provider.google, job)
  expect(outcome.status).toBe('Success')
  expect(await tableRange()).toEqual(range)
  expect(infos(outcome)).toContainEqual(
    expect.stringContaining('Rows below a table stay outside of it, because Google did not extend "Orders": '),
  )
})

test('a table of other columns is named, and stays as it is', async () => {
  await using provider = await startTestProvider()
  const { range, tableRange, job } = await createWorld(provider, { columns: 4 })
  const outcome = await sync(provider.google, job)
  expect(outcome.status).toBe('Success')
  expect(await tableRange()).toEqual(range)
  expect(infos(outcome)).toContain(
    'Rows below the table "Orders" (A1:D4) of the target stay outside of it, because its columns are not those of the copy: extend it in Google Sheets.',
  )
  expect(outcome.changes.tables).toEqual([])
})
