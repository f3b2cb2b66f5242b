import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { batchUpdate, readRange, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'
import { GridRows } from '../store/grid-rows.ts'
import { insertRows } from '../store/insert-rows.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { resizeSheet } from '../store/resize-sheet.ts'
import { noFeatures } from '../store/sheet-features.ts'
import { insertSheet, listSheets, type Sheet } from '../store/sheets.ts'
import { defaultSpreadsheetProperties, insertSpreadsheet, listSpreadsheets } from '../store/spreadsheets.ts'
import { recalculate } from './recalculate.ts'

test('a write beside a column of formulas reads the rows that it concerns, not the whole tab', async () => {
  await using provider = await startTestEmulator()
  const size = { rowCount: 20_000, columnCount: 20 }
  await batchUpdate(provider, [
    { updateSheetProperties: { properties: { gridProperties: size }, fields: 'gridProperties' } },
  ])
  const table = Array.from({ length: 2000 }, (_, row) => [row, `=A${row + 1}+1`, '={1,2}'])
  await writeTable(provider, 'A1', table, 'USER_ENTERED')
  await writeTable(provider, 'J5', [['=SEQUENCE(30)', '=NOW()']], 'USER_ENTERED')
  const decoded = async (range: string) => {
    const parse = vi.spyOn(JSON, 'parse')
    await writeTable(provider, range, [['x']])
    const count = parse.mock.calls.filter(([text]) => typeof text === 'string' && text.startsWith('[')).length
    parse.mockRestore()
    return count
  }
  expect(await decoded('D1000')).toBeLessThan(40)
  expect(await decoded('A1500')).toBeLessThan(40)
  expect(await decoded('J20')).toBeLessThan(80)
  expect((await catchError(writeTable(provider, 'Nowhere!A1', [['x']]))).status).toBe(400)
  expect(await decoded('D1200')).toBeLessThan(40)
  const values = await readRange(provider, 'J5:J6', { valueRenderOption: 'UNFORMATTED_VALUE' })
  expect(values.values).toEqual([['#REF! (Array result was not expanded because it would overwrite data in J20.)']])
})

const ROWS = 9
const COLUMNS = 5
const content = fc.constantFrom(
  '',
  'x',
  '=1+1',
  '={1,2}',
  '={1;2;3}',
  '=SEQUENCE(2,2)',
  '=NOW()',
  '=A1',
  '=SEQUENCE(20)',
)
const write = fc.record({ row: fc.nat(ROWS - 1), column: fc.nat(COLUMNS - 1), content })
const aSize = fc.record({
  rowCount: fc.integer({ min: 4, max: 25 }),
  columnCount: fc.integer({ min: 2, max: COLUMNS }),
})
type Change = (store: Store, sheet: Sheet) => void
const aChange = fc.oneof(
  {
    weight: 8,
    arbitrary: write.map(
      (cell): Change =>
        (store, sheet) =>
          enter(store, { sheet, ...cell }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(3).map(
      (start): Change =>
        (store, sheet) =>
          void insertRows(store, { sheet, start, count: 1 }),
    ),
  },
  {
    weight: 1,
    arbitrary: aSize.map(
      (size): Change =>
        (store, sheet) =>
          void resizeSheet(store, { sheet, ...size }),
    ),
  },
)

test('computing what a change concerns gives the same as computing everything', () => {
  let blocked = 0
  fc.assert(
    fc.property(fc.array(fc.tuple(aChange, aChange, fc.boolean()), { minLength: 1, maxLength: 20 }), (changes) => {
      using store = openStore(undefined)
      using forgetful = openStore(undefined)
      for (const each of [store, forgetful]) addTab(each)
      for (const [day, [change, refused, isRefused]] of changes.entries()) {
        const now = new Date(Date.UTC(2026, 0, day + 1))
        if (isRefused) expect(() => store.transaction(() => applyAndFail(store, refused, now))).toThrow('rolled back')
        forgetful.formulaCells.forget(onlySheet(forgetful).gridId)
        const [computed, everything] = [store, forgetful].map((each) => {
          change(each, onlySheet(each))
          recalculate(each, { spreadsheetId: onlySheet(each).spreadsheetId, now })
          return cells(each)
        })
        expect(computed).toEqual(everything)
        if (JSON.stringify(computed).includes('would overwrite')) blocked += 1
      }
    }),
  )
  expect(blocked).toBeGreaterThan(0)
})

function applyAndFail(store: Store, change: Change, now: Date): void {
  change(store, onlySheet(store))
  recalculate(store, { spreadsheetId: onlySheet(store).spreadsheetId, now })
  throw new Error('rolled back')
}

function addTab(store: Store): void {
  const { id } = insertSpreadsheet(store, { ...defaultSpreadsheetProperties, at: new Date(0) })
  const place = { spreadsheetId: id, sheetId: 0, title: 'Tab', index: 0, rowCount: ROWS, columnCount: COLUMNS }
  insertSheet(store, { ...place, look: {}, type: 'GRID', features: noFeatures })
}

function onlySheet(store: Store): Sheet {
  const [sheet] = listSpreadsheets(store).flatMap(({ id }) => listSheets(store, id))
  if (!sheet) throw new Error('The spreadsheet has no tab.')
  return sheet
}

function enter(store: Store, cell: { sheet: Sheet; row: number; column: number; content: string }): void {
  const { sheet, row, column, content } = cell
  if (row >= sheet.rowCount || column >= sheet.columnCount) return
  const grid = new GridRows(store, sheet.gridId)
  const cells = grid.at(row)
  cells[column] = content === '' ? undefined : content.startsWith('=') ? { formula: content } : { value: content }
  grid.put(row, cells)
}

function cells(store: Store) {
  const grid = new GridRows(store, onlySheet(store).gridId)
  return [...grid.read({ start: 0, end: Number.MAX_SAFE_INTEGER })]
}
