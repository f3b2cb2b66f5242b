import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { trackRows } from './track-rows.ts'

const HEADER = ['Order', 'Name', 'State']

interface Tracked {
  before: Cell[][]
  after: Cell[][]
  /** Whether the first column identifies rows. */
  hasKey?: boolean
}

/** The fates of rows below a header in row 1. */
function trackFates({ before, after, hasKey = false }: Tracked) {
  const keys = hasKey ? [{ target: 1, source: 1 }] : []
  const place = { firstDataRow: 2, firstColumn: 1, lastColumn: 3, keys, locale: 'en_US' }
  const tracker = trackRows({ regionFor: () => place, keepsRows: false })
  tracker.add({ firstRow: 1, source: [HEADER, ...after], target: [HEADER, ...before], header: HEADER })
  const { moved = new Map<number, number>(), gone = [] } = tracker.end() ?? {}
  return { moved: [...moved], gone }
}

const order = (id: number, state = 'open'): Cell[] => [id, `name ${id}`, state]
const ORDERS = [1, 2, 3, 4].map((id) => order(id))
const STILL = { moved: [], gone: [] }

test.each([true, false])(
  'rows keep their places where others are appended or their cells edited (key: %s)',
  (hasKey) => {
    const unchanged = { before: ORDERS, hasKey }
    expect(trackFates({ ...unchanged, after: [...ORDERS, order(5)] })).toEqual(STILL)
    expect(trackFates({ ...unchanged, after: ORDERS.map(([id = null, name = null]) => [id, name, 'paid']) })).toEqual(
      STILL,
    )
    expect(trackFates({ ...unchanged, after: ORDERS.with(1, [22, 'name 2', 'open']) })).toEqual(STILL)
  },
)

test.each([true, false])(
  'rows move below an inserted row, up after a deleted one, and when they are sorted (key: %s)',
  (hasKey) => {
    const from = { before: ORDERS, hasKey }
    expect(trackFates({ ...from, after: ORDERS.toSpliced(2, 0, order(9)) })).toEqual({
      moved: [
        [4, 5],
        [5, 6],
      ],
      gone: [],
    })
    expect(trackFates({ ...from, after: ORDERS.toSpliced(2, 1) })).toEqual({ moved: [[5, 4]], gone: [4] })
    expect(trackFates({ ...from, after: ORDERS.toReversed() })).toEqual({
      moved: [
        [2, 5],
        [3, 4],
        [4, 3],
        [5, 2],
      ],
      gone: [],
    })
  },
)

test('a key finds an edited and moved row, and a new key means another row', () => {
  const after = [order(9), ...ORDERS.with(1, order(2, 'paid'))]
  expect(trackFates({ before: ORDERS, after, hasKey: true }).moved).toContainEqual([3, 4])
  expect(trackFates({ before: ORDERS, after: ORDERS.with(1, order(7)), hasKey: true })).toEqual({
    moved: [],
    gone: [3],
  })
})

test('without a key, a row that was edited and moved is found between its neighbors', () => {
  const after = [order(9), ...ORDERS.with(1, order(2, 'paid'))]
  expect(trackFates({ before: ORDERS, after })).toEqual({
    moved: [
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
    ],
    gone: [],
  })
  expect(trackFates({ before: ORDERS, after: ORDERS.with(1, ['x', 'y', 'z']) })).toEqual({ moved: [], gone: [3] })
})

test('repeated and empty rows go with the rows around them, and empty rows at the end stay', () => {
  const before = [order(1), ['', '', ''], ['-', '', ''], ['-', '', ''], order(2), ['', '', '']]
  const moved = [2, 3, 4, 5, 6].map((row) => [row, row + 1])
  expect(trackFates({ before, after: [order(9), ...before] })).toEqual({ moved, gone: [] })
})

test('rows that an attempt has written before it broke off are not gone where they were', () => {
  const after = ORDERS.toReversed()
  const before = [...after.slice(0, 2), ...ORDERS.slice(2)]
  const moved = [
    [4, 3],
    [5, 2],
  ]
  expect(trackFates({ before, after, hasKey: true })).toEqual({ moved, gone: [] })
  expect(trackFates({ before, after }).gone).toEqual([])
})

test('many rows are not followed', () => {
  const place = { firstDataRow: 1, firstColumn: 1, lastColumn: 1, keys: [], locale: 'en_US' }
  const tracker = trackRows({ regionFor: () => place, keepsRows: false })
  const many = Array.from({ length: 250_001 }, () => [])
  for (const firstRow of [1, 250_002]) tracker.add({ firstRow, source: many, target: many, header: [] })
  expect(tracker.end()).toBeUndefined()
})

test('random edits of a table move each row to where the edits put it', () => {
  const seen = { moved: 0, gone: 0 }
  const edit = fc.record({
    kind: fc.constantFrom('insert', 'delete', 'edit', 'sort', 'move'),
    at: fc.nat(),
    to: fc.nat(),
  })
  fc.assert(
    fc.property(fc.nat(12), fc.array(edit, { maxLength: 6 }), (count, edits) => {
      const before = Array.from({ length: count }, (_, at) => order((at * 7) % 13))
      // The model keeps the former number of each row.
      let rows = before.map((cells, at) => ({ cells, was: at + 2 }))
      for (const [step, { kind, at, to }] of edits.entries()) {
        const place = at % Math.max(1, rows.length)
        const row = rows[place]
        if (kind === 'insert') rows = rows.toSpliced(place, 0, { cells: order(100 + step), was: 0 })
        if (kind === 'sort') rows = rows.toSorted((one, other) => Number(one.cells[0]) - Number(other.cells[0]))
        if (!row) continue
        if (kind === 'delete') rows = rows.toSpliced(place, 1)
        if (kind === 'edit') rows = rows.with(place, { ...row, cells: order(Number(row.cells[0]), `state ${step}`) })
        if (kind === 'move') rows = rows.toSpliced(place, 1).toSpliced(to % Math.max(1, rows.length), 0, row)
      }
      const places = new Map(rows.map(({ was }, at) => [was, at + 2]))
      const found = trackFates({ before, after: rows.map(({ cells }) => cells), hasKey: true })
      const all = before.map((_, at) => at + 2)
      const moved = all.flatMap((row) => (places.has(row) && places.get(row) !== row ? [[row, places.get(row)]] : []))
      expect(found).toEqual({ moved, gone: all.filter((row) => !places.has(row)) })
      seen.moved += moved.length
      seen.gone += found.gone.length
    }),
    { numRuns: 300 },
  )
  expect(Math.min(seen.moved, seen.gone)).toBeGreaterThan(5)
})
