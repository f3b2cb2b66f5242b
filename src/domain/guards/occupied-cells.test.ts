import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { explain } from '#domain/failures/failure.ts'
import { judgeOccupied } from './judge-copy.ts'
import { createOccupiedFinder, hasSameHeader } from './occupied-cells.ts'

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
  expect(judgeOccupied({ occupied: found, tab: 'Budget 2026' }).map((hold) => explain(hold).reason)[0]).toContain(
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

test('a first run that may not change a part is held for a single cell', () => {
  const finder = createOccupiedFinder(undefined, { allowsPart: false })
  const source = [HEADER, ...rows(3000)]
  finder.add({ firstRow: 1, source, target: [...source, ['mine', '', '']] })
  expect(finder.end()).toMatchObject({
    count: 1,
    rows: 1,
    cells: [{ row: 3002, column: 1, before: 'mine', after: '' }],
  })
  const equal = createOccupiedFinder(undefined, { allowsPart: false })
  equal.add({ firstRow: 1, source, target: source })
  expect(equal.end()).toBeUndefined()
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

const answers = (count: number, wrong: number): Cell[][] =>
  Array.from({ length: count }, (_, at) => [at < wrong ? 'no' : 'yes'])

test.each<[string, number, number, number | undefined]>([
  ['6 of 19 cells is held', 19, 6, 6],
  ['6 of 20 cells, which are 30 %, goes on', 20, 6, undefined],
  ['6 of 6 cells is held', 6, 6, 6],
  ['5 of 5 cells goes on', 5, 5, undefined],
])('a first run that changes %s', (_what, count, wrong, expected) => {
  const found = find({ source: answers(count, 0), target: answers(count, wrong) })
  expect(found?.count).toBe(expected)
})

test('a later run counts rows and cells, and shows the first five from top to bottom', () => {
  const source: Cell[][] = Array.from({ length: 5 }, () => ['new', 'new', 'new'])
  const target: Cell[][] = [
    ['own', 'own', 'own'],
    ['', '', 'C2', 'beside'],
    ['A3', 'B3', 'new'],
    [],
    [null, 'B5', 'C5'],
    ['A6', '', ''],
    ['', '', '', 'beside'],
  ]
  const found = find({ source, target, own: { lastRow: 1, width: 3 } })
  const cells = [
    { row: 2, column: 3, before: 'C2', after: 'new' },
    { row: 3, column: 1, before: 'A3', after: 'new' },
    { row: 3, column: 2, before: 'B3', after: 'new' },
    { row: 5, column: 2, before: 'B5', after: 'new' },
    { row: 5, column: 3, before: 'C5', after: 'new' },
  ]
  expect(judgeOccupied({ occupied: found, tab: 'Data' })[0]).toEqual({
    cause: 'other_cells',
    tab: 'Data',
    rows: 4,
    count: 6,
    cells,
  })
})

test.each<[string, Cell[], Cell[], boolean]>([
  ['the same names', ['ID', 'Name'], ['ID', 'Name'], true],
  ['other blanks in a name', ['ID', 'Unit price'], ['ID', 'Unit\nprice'], true],
  ['further names in the target', ['ID', 'Name', ''], ['ID', 'Name', 'Note'], true],
  ['one other name', ['ID', 'Name'], ['ID', 'Person'], false],
  ['fewer names in the target', ['ID', 'Name'], ['ID'], false],
  ['no names', ['', ''], ['', ''], false],
])('whether the target has the header of the source: %s', (_what, source, target, expected) => {
  expect(hasSameHeader(source, target)).toBe(expected)
})
