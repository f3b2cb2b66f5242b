import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { disturbText } from '#tests/support/disturb.ts'
import { addedLastColumns, columnName, compareHeaders, looksLikeHeader, matchColumns } from './compare-headers.ts'

const headers = (last: readonly Cell[], now: readonly Cell[], changing: number[] = []) => ({ last, now, changing })

test.each<[Cell[], number, string]>([
  [['ID', ' Price '], 2, 'Price'],
  [['ID', 2026], 2, '2026'],
  [['ID', ''], 2, 'B'],
  [['ID', null], 2, 'B'],
  [['ID'], 28, 'AB'],
  [['ID', 'Unit\nprice\u200b'], 2, 'Unit price'],
  [['ID', '\u00a0'], 2, 'B'],
])('of %j, column %i is called %s', (header, column, name) => {
  expect(columnName(header, column)).toBe(name)
})

test.each<[string, Cell[], boolean]>([
  ['text', ['ID', 'Name'], true],
  ['text before empty cells', ['ID', 'Name', '', null], true],
  ['a gap', ['ID', '', 'Name'], false],
  ['only spaces in a cell', ['ID', ' '], false],
  ['a number', ['ID', 2026], false],
  ['a name twice', ['ID', 'Name', 'Name'], false],
  ['a name twice but for spaces', ['Name', 'Name '], false],
  ['two names that look the same', ['Unit price', 'Unit\u00a0price'], false],
  ['nothing', [], false],
  ['only empty cells', ['', null], false],
])('a row with %s is a header: %s', (_what, row, expected) => {
  expect(looksLikeHeader(row)).toBe(expected)
})

test.each<[string, ReturnType<typeof headers>, { missing?: string[]; moved?: string[]; added?: string[] }]>([
  ['swapped', headers(['A', 'B', 'C'], ['B', 'A', 'C']), { moved: ['A', 'B'] }],
  ['deleted', headers(['A', 'B', 'C'], ['A', 'C']), { missing: ['B'], moved: ['C'] }],
  ['the last one deleted', headers(['A', 'B'], ['A']), { missing: ['B'] }],
  ['inserted', headers(['A', 'B'], ['A', 'N', 'B']), { moved: ['B'], added: ['N'] }],
  ['renamed', headers(['A', 'B', 'C'], ['A', 'N', 'C']), { missing: ['B'], added: ['N'] }],
  ['renamed where another one may change', headers(['A', 'B'], ['N', 'X'], [2]), { missing: ['A'], added: ['N'] }],
])('columns that changed are named: %s', (_what, given, { missing = [], moved = [], added = [] }) => {
  expect(compareHeaders(given)).toMatchObject({ missing, moved, added })
  expect(addedLastColumns(given)).toEqual([])
})

test('a cell that may change keeps its name of the last copy', () => {
  const change = compareHeaders(headers(['A', 'As of 7 June', 'C'], ['A', 'As of 8 June', 'N'], [2]))
  expect(change).toMatchObject({ before: ['A', 'As of 7 June', 'C'], after: ['A', 'As of 7 June', 'N'] })
})

test.each<[string, ReturnType<typeof headers>, string[]]>([
  ['the same', headers(['A', 'B'], ['A', 'B']), []],
  ['spaces around a name', headers(['A', 'B'], [' A', 'B ']), []],
  ['a line break in a name', headers(['ID', 'Unit price'], ['ID', 'Unit\nprice']), []],
  ['empty cells behind', headers(['A', 'B', ''], ['A', 'B', null, '']), []],
  ['a cell that may change', headers(['A', 'As of 7 June'], ['A', 'As of 8 June'], [2]), []],
  ['new last ones', headers(['A', 'B'], ['A', 'B', 'N', 'M']), ['N', 'M']],
])('columns that did not change are followed: %s', (_what, given, added) => {
  expect(compareHeaders(given)).toBeUndefined()
  expect(addedLastColumns(given)).toEqual(added)
})

const names = fc.uniqueArray(fc.stringMatching(/^[A-Za-zäé]{1,4}( [A-Za-zäé]{1,4}){0,2}$/), {
  minLength: 1,
  maxLength: 6,
})

test('a header that looks the same has the same columns, and another case is another name', () => {
  const disturbed = names.chain((last) => fc.tuple(fc.constant(last), fc.tuple(...last.map(disturbText))))
  fc.assert(
    fc.property(disturbed, fc.nat(5), ([last, now], at) => {
      expect(compareHeaders(headers(last, now))).toBeUndefined()
      expect(matchColumns({ ...headers(last, now), width: last.length })).toEqual(last.map((_, index) => index + 1))
      const place = at % last.length
      const name = last[place] ?? ''
      const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()
      const isNew = !last.includes(other)
      if (isNew) expect(compareHeaders(headers(last, now.with(place, other)))).toMatchObject({ missing: [name] })
    }),
  )
})

test.each<[string, ReturnType<typeof headers>, number[]]>([
  ['swapped', headers(['A', 'B', 'C'], ['B', 'A', 'C']), [2, 1, 3]],
  ['the first one moved to the end', headers(['A', 'B', 'C'], ['B', 'C', 'A']), [3, 1, 2]],
  ['one deleted', headers(['A', 'B', 'C'], ['A', 'C']), [1, 0, 2]],
  ['one inserted', headers(['A', 'B', 'C'], ['N', 'A', 'B', 'C']), [2, 3, 4]],
  ['one renamed', headers(['A', 'B', 'C'], ['A', 'N', 'C']), [1, 2, 3]],
  ['a known one in place of a missing one', headers(['A', 'B', 'C'], ['B', 'N', 'C']), [0, 1, 3]],
  ['a new one among fewer, which may not be the old one', headers(['A', 'B', 'C'], ['A', 'N']), [1, 0, 0]],
  ['a cell that may change', headers(['A', 'B', 'C'], ['C', 'X', 'A'], [2]), [3, 2, 1]],
  ['no header', headers([1, 2, 3], [2, 1, 3]), [1, 2, 3]],
])('each column is found again: %s', (_what, given, places) => {
  expect(matchColumns({ ...given, width: 3 })).toEqual(places)
})

test('a column without a name counts by its position', () => {
  expect(matchColumns({ ...headers(['A', 'B', 'C'], ['B', 'C', 'N', 'A']), width: 4 })).toEqual([4, 1, 2, 4])
})

test('whatever happens to the columns, each is found by its name, is missing, or was renamed in its place', () => {
  const names = fc.uniqueArray(fc.constantFrom(...'ABCDEFGH'), { minLength: 1 })
  fc.assert(
    fc.property(names, names, (last, now) => {
      const given = headers(last, now)
      const places = matchColumns({ ...given, width: last.length })
      const change = compareHeaders(given)
      for (const [at, name] of last.entries()) {
        const place = places[at] ?? 0
        if (now.includes(name)) expect(now[place - 1]).toBe(name)
        else if (place > 0) expect([place, last.includes(now[at] ?? '')]).toEqual([at + 1, false])
      }
      expect(change === undefined).toBe(last.every((name, at) => now[at] === name))
      expect(change?.missing ?? []).toEqual(last.filter((name) => !now.includes(name)))
    }),
  )
})
