import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFilled, type Row } from './cell.ts'
import { GridRows } from './grid-rows.ts'
import { openStore, type Store } from './open-store.ts'
import { noFeatures } from './sheet-features.ts'
import { insertSheet } from './sheets.ts'
import { defaultSpreadsheetProperties, insertSpreadsheet } from './spreadsheets.ts'

const LAST_ROW = 12

const aRow: fc.Arbitrary<Row> = fc.array(fc.constantFrom(undefined, { value: 1 }, { note: 'only a note' }), {
  maxLength: 4,
})
const aSpan = fc.tuple(fc.nat(LAST_ROW), fc.nat(4)).map(([start, length]) => ({ start, end: start + length }))
const aChange = fc.oneof(
  fc.tuple(fc.nat(LAST_ROW), aRow).map(
    ([row, cells]) =>
      (grid: GridRows) =>
        grid.put(row, cells),
  ),
  aSpan.map((span) => (grid: GridRows) => grid.delete(span)),
  fc.record({ start: fc.nat(LAST_ROW), by: fc.constantFrom(1, 2) }).map((move) => (grid: GridRows) => grid.shift(move)),
  fc.tuple(aSpan, aRow).map(
    ([span, cells]) =>
      (grid: GridRows) =>
        grid.rewrite(span, () => cells),
  ),
)

test('the filled-cell cache matches the stored rows after any change or rollback', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(aChange, fc.boolean())), (changes) => {
      using store = openStore(undefined)
      const grid = new GridRows(store, newTab(store))
      for (const [change, isRolledBack] of changes) {
        grid.filled()
        if (isRolledBack) expect(() => store.transaction(() => failAfter(() => change(grid)))).toThrow('rolled back')
        else change(grid)
        expect(cached(grid)).toEqual(stored(grid))
      }
    }),
  )
})

function newTab(store: Store): number {
  const { id } = insertSpreadsheet(store, { ...defaultSpreadsheetProperties, at: new Date(0) })
  const size = { rowCount: 100, columnCount: 4 }
  return insertSheet(store, {
    spreadsheetId: id,
    sheetId: 0,
    title: 'Tab',
    index: 0,
    look: {},
    type: 'GRID',
    features: noFeatures,
    ...size,
  }).gridId
}

function failAfter(work: () => void): never {
  work()
  throw new Error('rolled back')
}

function cached(grid: GridRows): number[][] {
  const tab = grid.filled()
  return Array.from({ length: 100 }, (_, row) => filledColumns(tab.at(row)))
}

function stored(grid: GridRows): number[][] {
  return Array.from({ length: 100 }, (_, row) => filledColumns(Array.from(grid.at(row), isFilled)))
}

function filledColumns(row: readonly boolean[]): number[] {
  return row.flatMap((isFilled, column) => (isFilled ? [column] : []))
}
