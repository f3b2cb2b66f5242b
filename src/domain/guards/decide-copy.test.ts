import { expect, test } from 'vitest'
import { decideCopy } from './decide-copy.ts'
import type { Hold } from './guards.ts'
import { judgeHandEdits } from './judge-hand-edits.ts'

const EMPTY: Hold = { cause: 'source_empty' }
const NONE = { allowShrink: false, accepted: [] }
const edits = { count: 2, cells: [{ row: 7, column: 2, left: 1, found: 2 }], shape: undefined }

test('a copy about which nothing was found goes on', () => {
  expect(decideCopy([], { keepsCells: true, approval: NONE })).toEqual({ found: [], holds: [], wasAccepted: false })
})

test('a finding holds a copy, and says how much was written before', () => {
  expect(decideCopy([EMPTY], { keepsCells: true, approval: NONE }).holds).toEqual([EMPTY])
  expect(decideCopy([EMPTY], { keepsCells: true, approval: NONE, written: 4 }).holds).toEqual([
    { ...EMPTY, written: 4 },
  ])
})

test('a copy whose findings a person accepted goes on, and is known as accepted', () => {
  const accepted = { found: [EMPTY], holds: [], wasAccepted: true }
  expect(decideCopy([EMPTY], { keepsCells: true, approval: { allowShrink: true, accepted: [] } })).toEqual(accepted)
  expect(decideCopy([EMPTY], { keepsCells: true, approval: { allowShrink: false, accepted: [EMPTY] } })).toEqual(
    accepted,
  )
})

test('edits by hand hold a copy where its task asks for that, and a reshaped target always', () => {
  expect(judgeHandEdits(edits, { holdsEdits: false })).toEqual([])
  expect(judgeHandEdits(edits, { holdsEdits: true })).toEqual([{ cause: 'target_edited', count: 2, first: 'B7' }])
  expect(judgeHandEdits({ ...edits, shape: 'sorted' }, { holdsEdits: false })).toMatchObject([
    { cause: 'target_reshaped' },
  ])
})
