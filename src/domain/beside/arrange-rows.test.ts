import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrangeRows } from './arrange-rows.ts'
import { followRow, grownRows, invertSteps, type RowStep } from './row-steps.ts'

const FIRST = 2

/** Applies steps to the rows of a tab; 0 is an empty row. */
function apply(rows: readonly number[], steps: readonly RowStep[]): number[] {
  return steps.reduce<number[]>(
    (now, step) => {
      if (step.kind === 'restore') return now
      const at = step.row - 1
      if (step.kind === 'insert') return now.toSpliced(at, 0, ...Array<number>(step.count).fill(0))
      if (step.kind === 'delete') return now.toSpliced(at, step.count)
      if (step.kind === 'copy') return now.with(step.to - 1, now[at] ?? 0)
      if (step.kind === 'clear') return now.with(at, 0)
      if (step.kind === 'sort')
        return now.toSpliced(at, step.order.length, ...step.order.map((row) => now[row - 1] ?? 0))
      if (step.kind !== 'move') return now
      const moving = now.slice(at, at + step.count)
      const to = step.to > step.row ? step.to - 1 - step.count : step.to - 1
      return now.toSpliced(at, step.count).toSpliced(to, 0, ...moving)
    },
    [...rows],
  )
}

/** Arranges the rows of a region from row 2 on. `wanted` lists rows by place; 0 is a new row. */
function arrange(before: number, wanted: readonly number[], maxSteps = 1000) {
  const moved = new Map<number, number>()
  for (const [at, row] of wanted.entries()) if (row !== 0 && row !== FIRST + at) moved.set(row, FIRST + at)
  const rows = Array.from({ length: before }, (_, at) => FIRST + at)
  const kept = new Set(wanted)
  const gone = rows.filter((row) => !kept.has(row))
  const lastRow = { before: FIRST + before - 1, after: FIRST + wanted.length - 1 }
  return arrangeRows({ fates: { moved, gone }, firstRow: FIRST, lastRow, maxSteps })
}

test.each<[string, number[], RowStep[]]>([
  ['unchanged rows take no step', [2, 3, 4, 5], []],
  ['appended rows take no step', [2, 3, 4, 5, 0, 0], []],
  ['new rows are inserted as a block', [2, 0, 0, 3, 4, 5], [{ kind: 'insert', row: 3, count: 2 }]],
  ['removed rows are deleted as a block', [2, 5], [{ kind: 'delete', row: 3, count: 2 }]],
  ['a block of rows moves at once', [2, 5, 3, 4], [{ kind: 'move', row: 5, count: 1, to: 3 }]],
  ['a row that moves down is passed by the block below', [2, 4, 5, 3], [{ kind: 'move', row: 4, count: 2, to: 3 }]],
  [
    'a new first row takes the place of the first row, whose cells go to an inserted row',
    [0, 2, 3, 4, 5],
    [
      { kind: 'insert', row: 3, count: 1 },
      { kind: 'copy', row: 2, to: 3 },
      { kind: 'clear', row: 2, columns: [] },
    ],
  ],
  [
    'the second row takes the place of a removed first row',
    [3, 4, 5],
    [
      { kind: 'copy', row: 3, to: 2 },
      { kind: 'delete', row: 3, count: 1 },
    ],
  ],
  [
    'a replaced last row is deleted after its successor was inserted, so that ranges keep their end',
    [2, 3, 4, 0],
    [
      { kind: 'insert', row: 5, count: 1 },
      { kind: 'delete', row: 6, count: 1 },
    ],
  ],
  [
    'a region that becomes empty keeps its first row',
    [],
    [
      { kind: 'clear', row: 2, columns: [] },
      { kind: 'delete', row: 3, count: 3 },
    ],
  ],
])('%s', (_, wanted, steps) => {
  expect(arrange(4, wanted)?.steps).toEqual(steps)
})

test('rows that would take too many steps are sorted, below inserted and above deleted ones', () => {
  const reversed = Array.from({ length: 20 }, (_, at) => 21 - at)
  expect(arrange(20, reversed, 30)?.steps.length).toBeGreaterThan(1)
  expect(arrange(20, reversed, 10)?.steps).toEqual([{ kind: 'sort', row: 2, order: reversed }])
  expect(arrange(4, [5, 0, 4, 2], 1)?.steps).toEqual([
    { kind: 'insert', row: 5, count: 1 },
    { kind: 'sort', row: 2, order: [6, 5, 4, 2, 3] },
    { kind: 'delete', row: 6, count: 1 },
  ])
})

test('too many rows to sort are refused', () => {
  const count = 100_001
  expect(
    arrange(
      count,
      Array.from({ length: count }, (_, at) => count + 1 - at),
      10,
    ),
  ).toBeUndefined()
})

test('two rows with one place: the second one is removed', () => {
  const fates = {
    moved: new Map(
      [
        [3, 4],
        [4, 4],
      ].map(([from = 0, to = 0]) => [from, to]),
    ),
    gone: [],
  }
  const found = arrangeRows({ fates, firstRow: 2, lastRow: { before: 4, after: 4 }, maxSteps: 100 })
  expect(found?.removed).toEqual([4])
})

test('any order is reached, kept rows can be followed and brought back, and no range loses its first row', () => {
  const seen = { moved: 0, sorted: 0, removed: 0, inserted: 0, firstChanged: 0 }
  const anyWanted = fc
    .nat(8)
    .chain((before) =>
      fc.tuple(
        fc.constant(before),
        fc.shuffledSubarray(Array.from({ length: before }, (_, at) => FIRST + at)),
        fc.array(fc.nat(10), { maxLength: 4 }),
        fc.constantFrom(2, 1000),
      ),
    )
  fc.assert(
    fc.property(anyWanted, ([before, kept, added, maxSteps]) => {
      const wanted = added.reduce((rows, at) => rows.toSpliced(at % (rows.length + 1), 0, 0), [...kept])
      const arrangement = arrange(before, wanted, maxSteps)
      // Rows cannot be sorted if the copy keeps no row.
      if (!arrangement) {
        expect(kept).toEqual([])
        return
      }
      const { steps, removed } = arrangement
      const tab = [1, ...Array.from({ length: before }, (_, at) => FIRST + at), 99, 0, 0, 0, 0]
      const after = apply(tab, steps)
      const below = after.indexOf(99)
      // Rows added at the end are written below the last row.
      const expected = before > 0 && wanted.length === 0 ? [0] : wanted
      expect(after.slice(1, below)).toEqual(expected.slice(0, below - 1))
      expect(wanted.slice(below - 1).every((row) => row === 0)).toBe(true)
      expect(after.length - tab.length).toBe(grownRows(steps))
      for (const row of kept) expect(followRow(row, steps)).toBe(after.indexOf(row) + 1)
      for (const row of removed) expect(followRow(row, steps)).toBeUndefined()
      const back = apply(after, invertSteps(steps))
      for (const row of kept) expect(back[row - 1]).toBe(row)
      expect(back.length).toBe(tab.length)
      for (const step of steps) {
        if (step.kind === 'insert' || step.kind === 'delete') expect(step.row).toBeGreaterThan(FIRST)
        if (step.kind === 'move') expect(Math.min(step.row, step.to)).toBeGreaterThan(FIRST)
        if (step.kind === 'move') seen.moved += 1
        if (step.kind === 'sort') seen.sorted += 1
      }
      seen.removed += removed.length
      seen.inserted += added.length
      seen.firstChanged += Number(before > 0 && wanted[0] !== FIRST)
    }),
    { numRuns: 500 },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20)
})
