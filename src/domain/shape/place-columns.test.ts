import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { parseColumns } from './chosen-columns.ts'
import { placeColumns } from './place-columns.ts'
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

test('without chosen columns, all are copied with their header', () => {
  expect(place({ rows: 'Sum > 1', header: ['Name', 'Sum'] })).toMatchObject({
    columns: undefined,
    tests: [{ column: 2 }],
    header: ['Name', 'Sum'],
  })
})
