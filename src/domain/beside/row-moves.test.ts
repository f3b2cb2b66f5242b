import { expect, test } from 'vitest'
import {
  countMovedBack,
  countRecordedBack,
  dropUndone,
  findApplied,
  invertMoves,
  isPartlyUndone,
  type RowMoves,
} from './row-moves.ts'

/** A move from a version of the rows to the next version. */
const move = (from: string | null, to: string, undoes?: string[]): RowMoves => {
  return { from, to, cells: undoes ? 'before' : 'after', steps: [], lastRow: 9, removed: [], ...(undoes && { undoes }) }
}
const runs = (...moves: RowMoves[][]) => moves.map((rowMoves, at) => ({ runId: moves.length - at, rowMoves }))
const versions = (applied: readonly { moves: RowMoves }[]) => applied.map(({ moves }) => moves.to)

test('moves that led to the version of the tab are applied, newest first, and recorded ones that were never made are not', () => {
  const history = runs([move('b', 'c')], [move('a', 'x'), move('a', 'b')], [], [move(null, 'a')])
  expect(versions(findApplied(history, 'c'))).toEqual(['c', 'b', 'a'])
  expect(versions(findApplied(history, 'b'))).toEqual(['b', 'a'])
  expect(versions(findApplied(history, 'other'))).toEqual([])
  expect(versions(findApplied(history, undefined))).toEqual([])
})

test('a move and the one that took it back are left out together', () => {
  const history = runs([move('c', 'd')], [move('b', 'c', ['b', 'a'])], [move('a', 'b')], [move(null, 'a')])
  expect(versions(dropUndone(findApplied(history, 'd')))).toEqual(['d'])
  expect(isPartlyUndone(history)).toBe(false)
  // Undoing an undo repeats the original moves.
  expect(versions(dropUndone(findApplied(history.slice(0, 2), 'd')))).toEqual(['d', 'c'])
  expect(isPartlyUndone(history.slice(0, 2))).toBe(false)
  expect(isPartlyUndone(history.slice(0, 3))).toBe(true)
})

test('removed rows come back with their cells', () => {
  const removed = [{ row: 3, cells: [{ column: 3, entered: 'call back', note: '' }] }]
  const moves = { ...move(null, 'a'), steps: [{ kind: 'delete' as const, row: 3, count: 1 }], removed }
  expect(invertMoves(moves)).toEqual([
    { kind: 'insert', row: 3, count: 1 },
    { kind: 'restore', rows: removed },
  ])
})

test('copied rows that move back and removed rows that come back are counted', () => {
  const inserted = { ...move(null, 'a'), steps: [{ kind: 'insert' as const, row: 4, count: 1 }] }
  const deleted = {
    ...move('a', 'b'),
    steps: [{ kind: 'delete' as const, row: 6, count: 2 }],
    lastRow: 7,
    removed: [{ row: 6, cells: [] }],
  }
  const applied = (...moves: RowMoves[]) => moves.map((each) => ({ runId: 1, moves: each }))
  expect(countMovedBack(applied(inserted))).toEqual({ rows: 5, restored: 0 })
  expect(countMovedBack(applied(deleted))).toEqual({ rows: 2, restored: 1 })
  expect(countMovedBack(applied(deleted, inserted))).toEqual({ rows: 3, restored: 1 })
  expect(countRecordedBack([runs([deleted], [inserted]), [], runs([inserted])])).toEqual({ rows: 8, restored: 1 })
  // Only the newer of two moves from the same version was made.
  expect(countRecordedBack([runs([{ ...deleted, from: null }], [inserted])])).toEqual({ rows: 2, restored: 1 })
  expect(countRecordedBack([runs([move('a', 'b', ['a'])], [move(null, 'a')]), []])).toBe(null)
})
