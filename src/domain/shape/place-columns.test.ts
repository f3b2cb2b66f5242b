import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { disturbText } from '#tests/support/disturb.ts'
import { parseColumns } from './chosen-columns.ts'
import { describeMissing, placeColumns } from './place-columns.ts'
import { parseConditions } from './row-conditions.ts'

interface Shaped {
  columns?: string
  rows?: string
  header: Cell[]
}

function place({ columns = '', rows = '', header }: Shaped) {
  const shape = { columns: parseColumns(columns), conditions: parseConditions(rows) }
  return placeColumns(shape, { header, columnCount: 6 })
}

test.each<[string, Cell[], number[], Cell[]]>([
  ['Region, Amount as Total', ['Name', 'Amount', 'Region'], [3, 2], ['Region', 'Total']],
  ['amount', ['Name', 'Amount'], [2], ['Amount']],
  ['Name (2), Name', ['Name', 'Name'], [2, 1], ['Name', 'Name']],
  ['2026', ['Name', 2026], [2], [2026]],
  ['B, A as x', [], [2, 1], [null, 'x']],
  ['A, C', ['Name', 5, true], [1, 3], ['Name', true]],
  ['Name, C', ['Name', 'b', ''], [1, 3], ['Name', '']],
  ['Column C', ['Name', 'b', ''], [3], ['']],
  ['A', ['B', 'A'], [2], ['A']],
  ['Name, Name', ['Name'], [1, 1], ['Name', 'Name']],
  ['Qty (pcs)', ['Name', 'Qty\n(pcs)'], [2], ['Qty\n(pcs)']],
  ['unit  price', ['Name', 'Unit\u00a0price'], [2], ['Unit\u00a0price']],
  ['Größe as Size', ['Gro\u0308ße'], [1], ['Size']],
  ['Unit price', ['Unit\nprice', 'Unit price'], [2], ['Unit price']],
  ['Name, C', ['Name', 'b', '\u00a0\u200b'], [1, 3], ['Name', '\u00a0\u200b']],
])('%j below the header %j are the columns %j', (columns, header, places, written) => {
  expect(place({ columns, header })).toMatchObject({ columns: places, header: written })
})

test.each<[Shaped, string[]]>([
  [{ columns: 'Name, Amount', rows: 'Status = open', header: ['Name', 'Sum'] }, ['Amount', 'Status']],
  [{ columns: 'Name, B', header: ['Name', 'Sum'] }, ['B']],
  [{ columns: 'G', header: [] }, ['G']],
  [{ columns: 'name', header: ['NAME', 'Name '] }, ['name']],
  [{ columns: 'nAme', header: ['NAME', 'Name'] }, ['nAme']],
])('of %j are missing %j', (shaped, missing) => {
  const placed = place(shaped)
  expect(Array.isArray(placed) ? placed.map(({ name }) => name) : []).toEqual(missing)
})

test.each<[string, Cell[], string]>([
  ['Preis', ['Prеis'], '"Preis" ("Prеis" has "е" (U+0435) where this name has "e")'],
  ['Unitprice', ['Unit\nprice'], '"Unitprice" ("Unit price" has a line break where this name has "p")'],
  ['name', ['NAME', 'Name'], '"name" (2 columns look like it)'],
  ['Unit price', ['Unit\nprice', 'Unit\tprice'], '"Unit price" (2 columns look like it)'],
  ['Price', ['Prices', 'Cost'], '"Price"'],
])('people read how the missing column %j differs from %j', (columns, header, text) => {
  const placed = place({ columns, header })
  expect(Array.isArray(placed) ? placed.map(describeMissing) : []).toEqual([text])
})

test('invisible characters in a header or in a column name of the task change no column', () => {
  const header = fc.uniqueArray(fc.stringMatching(/^[A-Za-zäé]{1,3}( [A-Za-zäé]{1,3})?$/), {
    minLength: 1,
    maxLength: 6,
    selector: (name) => name.toLowerCase(),
  })
  const sides = header.chain((names) => {
    const disturbed = () => fc.tuple(...names.map(disturbText))
    return fc.record({ inSource: disturbed(), chosen: disturbed(), tested: disturbed() })
  })
  fc.assert(
    fc.property(sides, ({ inSource, chosen, tested }) => {
      const columns = chosen.toReversed().map((name) => ({ name, newName: undefined }))
      const conditions = tested.map((column) => ({ column, operator: 'is empty' as const, values: [] }))
      const places = inSource.map((_, at) => at + 1)
      expect(placeColumns({ columns, conditions }, { header: inSource, columnCount: 6 })).toMatchObject({
        columns: places.toReversed(),
        tests: places.map((column) => ({ column })),
        header: inSource.toReversed(),
      })
    }),
  )
})

test('columns below dates are named as the sheet shows them, and still by their serial number', () => {
  const source = { header: ['ID', 45_658, 45_689], shownHeader: ['ID', '2025-01-01', 'Feb 2025'], columnCount: 6 }
  const shape = { columns: parseColumns('feb  2025, 45658, ID'), conditions: parseConditions('2025-01-01 > 3') }
  expect(placeColumns(shape, source)).toMatchObject({
    columns: [3, 2, 1],
    tests: [{ column: 2 }],
    header: [45_689, 45_658, 'ID'],
  })
})

test('without chosen columns, all are copied with their header', () => {
  expect(place({ rows: 'Sum > 1', header: ['Name', 'Sum'] })).toMatchObject({
    columns: undefined,
    tests: [{ column: 2 }],
    header: ['Name', 'Sum'],
  })
})
