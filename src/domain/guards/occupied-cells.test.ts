import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { explain } from '#domain/failures/failure.ts'
import { createOccupiedFinder, hasSameHeader, holdOfOccupied } from './occupied-cells.ts'

const HEADER: Cell[] = ['ID', 'Name', 'Price']
const rows = (count: number, name = 'Name'): Cell[][] =>
  Array.from({ length: count }, (_, at) => [`${name[0]}${at}`, `${name} ${at}`, at * 3])

interface Tabs {
  source: Cell[][]
  target: Cell[][]
  own?: { lastRow: number; width: number }
}

function find({ source, target, own }: Tabs) {
  const finder = createOccupiedFinder(own)
  for (let at = 0; at < Math.max(source.length, target.length); at += 100) {
    finder.add({ firstRow: at + 1, source: source.slice(at, at + 100), target: target.slice(at, at + 100) })
  }
  const found = finder.end()
  return own || !hasSameHeader(source[0] ?? [], target[0] ?? []) ? found : undefined
}

const budget: Cell[][] = [['Item', 'Owner', 'Sum'], ...rows(500, 'Rent')]

test("a first run into somebody's rows is held with the first cells", () => {
  const found = find({ source: [HEADER, ...rows(501)], target: budget })
  expect(found).toMatchObject({ rows: 501, count: expect.toSatisfy((count: number) => count > 900) })
  expect(found?.cells[0]).toEqual({ row: 1, column: 1, before: 'Item', after: 'ID' })
  expect(explain(found ? holdOfOccupied(found, 'Budget 2026') : { cause: 'source_empty' }).reason).toContain(
    '"Budget 2026" already holds 501 rows that this copy would overwrite',
  )
})

const other: Cell[] = ['Key', 'Person', 'Amount']

test.each<[string, Cell[][]]>([
  ['an empty tab', []],
  ['the same header', [HEADER, ...rows(80, 'Else')]],
  ['an older state with another header', [other, ...rows(3000).filter((_, at) => at % 5 > 0)]],
  ['a few cells', [['Paste here', '', 'x']]],
  ['cells beside the source', [[], ...rows(50, 'Else').map((row) => ['', '', '', ...row])]],
])('a first run goes on over %s', (_what, target) => {
  expect(find({ source: [HEADER, ...rows(3000)], target })).toBeUndefined()
})

test('a later run is held for cells outside its region that it would change', () => {
  const own = { lastRow: 51, width: 3 }
  const source = [HEADER, ...rows(50)]
  const noted = source.map((row, at) => (at === 7 ? [...row, 'call back'] : row))
  expect(find({ source, target: noted, own })).toBeUndefined()
  const wider = source.map((row) => [...row, 'new'])
  expect(find({ source: wider, target: noted, own })).toMatchObject({
    count: 1,
    cells: [{ row: 8, column: 4, before: 'call back', after: 'new' }],
  })
  const below = [...source, [], ['Sum', '', 3675]]
  expect(find({ source: [HEADER, ...rows(60)], target: below, own })).toMatchObject({ count: 2 })
  expect(find({ source: [HEADER, ...rows(40)], target: source, own })).toBeUndefined()
})
