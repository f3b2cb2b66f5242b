import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { createKeyedChanges, movedRows } from './keyed-patches.ts'

const KEY = [2]
const options = { lastColumn: 4 }

test('each range covers the key of its rows and skips it; rows below each other share one', () => {
  const changes = createKeyedChanges(KEY, options)
  changes.add({ row: 5, before: [null, 'k1', 'a', 'same'], after: [null, 'k1', 'b', 'same'], keys: ['k1'] })
  changes.add({ row: 6, before: [null, 'k2', 'a', 'x'], after: [null, 'k2', '', 'y'], keys: ['k2'] })
  changes.add({ row: 8, before: ['old', 'k3'], after: ['new', 'k3'], keys: ['k3'] })
  const { fills, clears, renames } = changes.take()
  expect(fills).toMatchObject([
    {
      row: 5,
      column: 2,
      cells: [
        [null, 'b'],
        [null, null, 'y'],
      ],
      before: [
        [null, 'a'],
        [null, null, 'x'],
      ],
      keys: { columns: KEY, rows: [['k1'], ['k2']] },
    },
    { row: 8, column: 1, cells: [['new', null]], keys: { rows: [['k3']] } },
  ])
  expect(clears).toMatchObject([{ row: 6, column: 2, cells: [[null, '']], keys: { rows: [['k2']] } }])
  expect(renames).toEqual([])
  expect(changes.take()).toEqual({ fills: [], clears: [], renames: [] })
})

test('a row that is cleared loses its key at the end, where its other cells must be empty', () => {
  const changes = createKeyedChanges(KEY, options)
  changes.add({ row: 5, before: ['a', 'k1', 'b'], after: [], keys: ['k1'] })
  const { clears, renames } = changes.take()
  expect(clears).toMatchObject([{ cells: [['', null, '']] }])
  expect(renames).toMatchObject([{ row: 5, column: 1, cells: [[null, '', null, null]], keys: { rows: [['k1']] } }])
  expect(movedRows(renames[0] ?? fail(), [[]])).toEqual([])
  const met = movedRows(renames[0] ?? fail(), [['of another row', '', 1]])
  expect(met).toMatchObject([
    {
      row: 5,
      shown: [''],
      meant: [
        [1, null],
        [3, null],
        [4, null],
      ],
    },
  ])
})

test('new rows are below a row that is not written and must be there', () => {
  const changes = createKeyedChanges(KEY, options)
  changes.addBetween({ row: 5, keysAbove: ['last'] }, [[null, 'new', 2]])
  const [patch = fail()] = changes.take().fills
  expect(patch).toMatchObject({ row: 5, column: 2, cells: [[null], ['new', 2]], keys: { rows: [['last'], ['new']] } })
  expect(
    movedRows(patch, [
      ['last', 1],
      ['new', 2],
    ]),
  ).toEqual([])
  expect(movedRows(patch, [['other'], ['new', 2]])).toEqual([{ row: 5, shown: ['other'], written: new Map() }])
})

test('new rows between others are above one that is not written and must be there, too', () => {
  const changes = createKeyedChanges(KEY, options)
  changes.addBetween({ row: 5, keysAbove: [null], keysBelow: ['next'] }, [[null, 'new', 2]])
  const [patch = fail()] = changes.take().fills
  expect(patch).toMatchObject({
    row: 5,
    cells: [[null], ['new', 2], [null]],
    keys: { rows: [[null], ['new'], ['next']] },
  })
  expect(movedRows(patch, [[''], ['new', 2], ['next']])).toEqual([])
  expect(movedRows(patch, [[''], ['new', 2], []])).toEqual([{ row: 7, shown: [null], written: new Map() }])
})

test.each<[Cell, Cell[], boolean]>([
  [17, [17], false],
  [17, ['17'], true],
  ['#N/A', ['#N/A (not found)'], false],
  ['k', [], true],
])('a row with the key %j that shows %j was moved: %s', (key, held, isMoved) => {
  const patch = { row: 3, column: 1, cells: [[null, 'new']], keys: { columns: [1], rows: [[key]] } }
  const expected = { row: 3, shown: [held[0] ?? null], written: new Map([[2, 'new']]) }
  expect(movedRows(patch, [[...held, ...(held.length > 0 ? ['new'] : [])]])).toEqual(isMoved ? [expected] : [])
})

test('a part of a long row that does not show its key is not judged', () => {
  const patch = { row: 3, column: 2, cells: [['new']], keys: { columns: [1], rows: [['k']] } }
  expect(movedRows(patch, [['whatever']])).toEqual([])
})

function fail(): never {
  throw new Error('There is no patch')
}
