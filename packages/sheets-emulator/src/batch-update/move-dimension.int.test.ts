import { expect, test } from 'vitest'
import { batchUpdate, readTable, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

type Dimension = 'ROWS' | 'COLUMNS'

/** Moves rows or columns, counted from 0, before `destinationIndex`. */
const move = (dimension: Dimension, [startIndex, endIndex]: [number, number], destinationIndex: number) => ({
  moveDimension: { source: { sheetId: 0, dimension, startIndex, endIndex }, destinationIndex },
})

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f']

test.each<[[number, number], number, string]>([
  [[1, 3], 4, 'adbcef'],
  [[1, 3], 6, 'adefbc'],
  [[3, 5], 0, 'deabcf'],
  [[5, 6], 1, 'afbcde'],
  [[0, 1], 2, 'bacdef'],
  [[1, 3], 1, 'abcdef'],
  [[1, 3], 2, 'abcdef'],
  [[1, 3], 3, 'abcdef'],
])('rows or columns %j go before %i, as their indexes were before the move', async (span, to, after) => {
  await using provider = await startTestEmulator()
  await writeTable(provider, 'A1', [LETTERS, ...LETTERS.slice(1).map((letter) => [letter])])
  await batchUpdate(provider, [move('ROWS', span, to), move('COLUMNS', span, to)])
  const table = (await readTable(provider, 'A1:F6')) ?? []
  const corner = after.indexOf('a')
  expect(table[corner]?.join('')).toBe(after)
  expect(table.map((row) => row[corner] ?? '').join('')).toBe(after)
})

async function readFeatures({ spreadsheets, spreadsheetId }: TestEmulator) {
  const fields =
    'sheets(merges,protectedRanges.range,data(rowMetadata.hiddenByUser,rowData.values(note,userEnteredFormat.numberFormat)))'
  const { data } = await spreadsheets.get({ spreadsheetId, ranges: ['A1:C8'], fields })
  const { merges = [], protectedRanges = [], data: [grid] = [] } = data.sheets?.[0] ?? {}
  const rows = grid?.rowData ?? []
  const listRows = (list: readonly { startRowIndex?: number | null; endRowIndex?: number | null }[]) =>
    list.map(({ startRowIndex, endRowIndex }) => [startRowIndex ?? 0, endRowIndex])
  const places = (has: (at: number) => unknown) => Array.from({ length: 8 }, (_, at) => at).filter(has)
  return {
    merges: listRows(merges),
    protectedRows: listRows(protectedRanges.flatMap(({ range }) => range ?? [])),
    hidden: places((at) => grid?.rowMetadata?.[at]?.hiddenByUser),
    notes: places((at) => rows[at]?.values?.[0]?.note),
    formats: places((at) => rows[at]?.values?.[1]?.userEnteredFormat),
  }
}

test('notes, formats, merges, hidden rows and protected ranges go with their rows', async () => {
  await using provider = await startTestEmulator()
  const rows = (startRowIndex: number, endRowIndex: number) => ({ sheetId: 0, startRowIndex, endRowIndex })
  const userEnteredFormat = { numberFormat: { type: 'PERCENT' } }
  await batchUpdate(provider, [
    {
      updateCells: {
        start: { sheetId: 0, rowIndex: 2, columnIndex: 0 },
        rows: [{ values: [{ note: 'ask Ann' }, { userEnteredFormat }] }],
        fields: 'note,userEnteredFormat.numberFormat',
      },
    },
    { mergeCells: { range: { ...rows(2, 4), startColumnIndex: 2, endColumnIndex: 3 }, mergeType: 'MERGE_ALL' } },
    { addProtectedRange: { protectedRange: { range: rows(2, 3) } } },
    { addProtectedRange: { protectedRange: { range: rows(1, 7) } } },
    {
      updateDimensionProperties: {
        range: { sheetId: 0, dimension: 'ROWS', startIndex: 2, endIndex: 3 },
        properties: { hiddenByUser: true },
        fields: 'hiddenByUser',
      },
    },
    move('ROWS', [2, 4], 6),
  ])
  const moved = { merges: [[4, 6]], hidden: [4], notes: [4], formats: [4] }
  expect(await readFeatures(provider)).toEqual({
    ...moved,
    protectedRows: [
      [4, 5],
      [1, 7],
    ],
  })
  await batchUpdate(provider, [move('ROWS', [0, 1], 8)])
  expect(await readFeatures(provider)).toMatchObject({ merges: [[3, 5]], hidden: [3], notes: [3], formats: [3] })
})

test.each<[string, ReturnType<typeof move>]>([
  ['a part of a merge', move('ROWS', [2, 3], 6)],
  ['rows into a merge', move('ROWS', [5, 6], 3)],
  ['rows that do not exist', move('ROWS', [999, 1001], 6)],
  ['rows to a place that does not exist', move('ROWS', [0, 1], 1001)],
])('refuses to move %s', async (_, request) => {
  await using provider = await startTestEmulator()
  const area = { sheetId: 0, startRowIndex: 2, endRowIndex: 4, startColumnIndex: 2, endColumnIndex: 3 }
  await batchUpdate(provider, [{ mergeCells: { range: area, mergeType: 'MERGE_ALL' } }])
  await writeTable(provider, 'A1', [['x']])
  const before = await readTable(provider)
  expect(await catchError(batchUpdate(provider, [request]))).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^Invalid requests\[0\]\.moveDimension: /),
  })
  expect(await readTable(provider)).toEqual(before)
})
