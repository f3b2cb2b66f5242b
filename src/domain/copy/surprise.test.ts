import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bySurprise, type Previewed } from './surprise.ts'

const QUIET: Previewed = {
  isFailed: false,
  isHeld: false,
  editedCells: 0,
  sourceRows: 100,
  rowsRemoved: 0,
  changedShare: 0,
  hasRemarks: false,
}

/** Each preview is more surprising than the next, whatever its other measures are. */
const fromMostSurprising: readonly [string, Partial<Previewed>][] = [
  ['a task that fails', { isFailed: true }],
  ['a task that a guard would hold', { isHeld: true, sourceRows: 0 }],
  ['edits that would be overwritten, the most first', { editedCells: 14 }],
  ['a single edit', { editedCells: 1, changedShare: 1 }],
  ['a target that loses half of its rows', { rowsRemoved: 100, changedShare: 0.5 }],
  ['a larger one that loses more rows, but a smaller part', { rowsRemoved: 1_000, sourceRows: 1_000_000 }],
  ['a target of which every cell changes', { changedShare: 1 }],
  ['a target of which few cells change', { changedShare: 0.01, hasRemarks: true }],
  ['a new column of empty cells', { hasRemarks: true }],
  ['nothing to do', {}],
]

test('the most surprising preview comes first', () => {
  const sorted = fromMostSurprising.map(([, previewed]) => ({ ...QUIET, ...previewed }))
  const shuffled = fc.sample(fc.shuffledSubarray(sorted, { minLength: sorted.length }), 20)
  for (const some of shuffled) expect(some.toSorted(bySurprise)).toEqual(sorted)
})

test('previews that are alike keep their order', () => {
  const [one, other] = [{ ...QUIET }, { ...QUIET }]
  expect([one, other].toSorted(bySurprise)[0]).toBe(one)
})
