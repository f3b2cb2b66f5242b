import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from './cell.ts'
import { rowsJson } from './rows-json.ts'

const cell = fc.oneof(
  fc.constantFrom('"', '\\', '\\"', ', ', '[1, 2]', ''),
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', '"', '2', 'toString'))

/** Formats a row as PostgreSQL writes it. */
const stored = (cells: readonly Cell[]) => `[${cells.map((each) => JSON.stringify(each)).join(', ')}]`

test('rows are written as the objects that they are', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.array(fc.array(cell)), (names, rows) => {
      const columns = names.map((each, index) => ({ name: each, index }))
      const objects = rows.map((cells) => Object.fromEntries(names.map((each, at) => [each, cells[at] ?? null])))
      expect(JSON.parse(rowsJson(rows.map(stored), columns))).toEqual(JSON.parse(JSON.stringify(objects)))
    }),
  )
})

test.each([
  { what: 'columns in another order', rows: [[1, 'a']], indexes: [1, 0], json: '[{"b":"a","a":1}]' },
  { what: 'a row that is shorter than the columns', rows: [[true]], indexes: [0, 1], json: '[{"a":true,"b":null}]' },
  { what: 'no rows', rows: [], indexes: [0], json: '[]' },
  { what: 'no columns', rows: [[1], [2]], indexes: [], json: '[{},{}]' },
])('writes $what', ({ rows, indexes, json }) => {
  expect(
    rowsJson(
      rows.map(stored),
      indexes.map((index) => ({ name: 'ab'[index] ?? '', index })),
    ),
  ).toBe(json)
})
