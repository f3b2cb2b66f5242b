import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdRows, type RowMark } from './held-rows.ts'
import { findMovedRows, findMoveMarks } from './moved-rows.ts'

const marks = (...found: RowMark[]) => found

test.each([
  {
    what: 'a row with another value moves',
    last: { a: marks([2, 20], [3, 30]), b: marks([4, 40]) },
    now: { a: marks([3, 30]), b: marks([2, 20], [4, 40]) },
    moved: [{ row: 2, from: 'a', to: 'b' }],
  },
  {
    what: 'a row that moves within the source, too, is known by its cells',
    last: { a: marks([2, 20], [3, 30]), b: [] },
    now: { a: marks([3, 30]), b: marks([9, 20]) },
    moved: [{ row: 9, from: 'a', to: 'b' }],
  },
  {
    what: 'a row that was edited, too, is known by its number',
    last: { a: marks([2, 20], [3, 30]), b: [] },
    now: { a: marks([3, 30]), b: marks([2, 21]) },
    moved: [{ row: 2, from: 'a', to: 'b' }],
  },
  {
    what: 'a new row does not move',
    last: { a: marks([2, 20]), b: [] },
    now: { a: marks([2, 20]), b: marks([3, 30]) },
    moved: [],
  },
  {
    what: 'a deleted row does not move',
    last: { a: marks([2, 20], [3, 30]), b: [] },
    now: { a: marks([2, 20]), b: [] },
    moved: [],
  },
  {
    what: 'of two equal rows, one moves',
    last: { a: marks([2, 20], [3, 20]), b: [] },
    now: { a: marks([2, 20]), b: marks([3, 20]) },
    moved: [{ row: 3, from: 'a', to: 'b' }],
  },
])('$what', ({ last, now, moved }) => {
  const hold = (rows: Record<string, RowMark[]>) =>
    new Map(Object.entries(rows).map(([key, some]) => [key, holdRows(some)] as const))
  expect(findMovedRows(hold(last), hold(now))).toEqual(moved)
})

test('each row that only got another value moves once', () => {
  const key = fc.constantFrom('a', 'b', 'c')
  const rows = fc.array(fc.record({ hash: fc.nat(5), before: key, after: key }), { maxLength: 12 })
  fc.assert(
    fc.property(rows, (all) => {
      const group = (end: 'before' | 'after') =>
        new Map(
          ['a', 'b', 'c'].map((target) => [
            target,
            holdRows(all.flatMap((row, at): RowMark[] => (row[end] === target ? [[at + 2, row.hash]] : []))),
          ]),
        )
      const moved = findMovedRows(group('before'), group('after'))
      // A move takes a row from a target with too many equal rows to another with too few.
      for (const hash of new Set(all.map((row) => row.hash))) {
        for (const target of ['a', 'b', 'c']) {
          const count = (end: 'before' | 'after') =>
            all.filter((row) => row.hash === hash && row[end] === target).length
          const mine = moved.filter(({ row }) => all[row - 2]?.hash === hash)
          expect(mine.filter(({ to }) => to === target).length).toBe(Math.max(0, count('after') - count('before')))
          expect(mine.filter(({ from }) => from === target).length).toBe(Math.max(0, count('before') - count('after')))
        }
      }
    }),
  )
})

test('a row moves from the target that has it, or else from each target that may have it', () => {
  const key = fc.constantFrom('a', 'b', 'c')
  const certainty = fc.constantFrom('lacks', 'may have', 'has')
  const rows = fc.array(fc.record({ a: certainty, b: certainty, c: certainty, after: key }), { maxLength: 6 })
  fc.assert(
    fc.property(rows, (all) => {
      const keys = ['a', 'b', 'c'] as const
      const pick = (isWanted: (row: (typeof all)[number]) => boolean) =>
        all.flatMap((row, at): RowMark[] => (isWanted(row) ? [[at + 2, at]] : []))
      const last = keys.map((target) => {
        const [certain, possible] = [pick((row) => row[target] === 'has'), pick((row) => row[target] !== 'lacks')]
        return [target, { certain, possible }] as const
      })
      const now = keys.map((target) => [target, holdRows(pick(({ after }) => after === target))] as const)
      const moved = findMovedRows(new Map(last), new Map(now))
      for (const [at, row] of all.entries()) {
        const others = keys.filter((target) => target !== row.after)
        const having = others.filter((target) => row[target] === 'has')
        const mayHave = others.filter((target) => row[target] === 'may have')
        const found = moved.filter((move) => move.row === at + 2)
        const from = found.map((move) => move.from).toSorted()
        expect(found.every(({ to }) => to === row.after)).toBe(true)
        if (row[row.after] === 'has') expect(from).toEqual([])
        else if (having.length > 0) expect(having).toEqual(expect.arrayContaining(from.length === 1 ? from : ['one']))
        else expect(from).toEqual(mayHave)
      }
    }),
  )
})

test('the marks of moved rows in the target that they leave are found by cells, and else by number, each once', () => {
  const last = marks([2, 20], [3, 20], [4, 40], [5, 50])
  const now = new Map([['b', holdRows(marks([7, 20], [8, 20], [5, 51], [9, 90]))]])
  const moved = [7, 8, 5, 9].map((row) => ({ row, from: 'a', to: 'b' }))
  expect(findMoveMarks(moved, { last, now })).toEqual([last[0], last[1], last[3]])
})
