import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entered } from '#domain/copy/entered.ts'
import { addWrite, type CellStep, undoCell } from './undo-cell.ts'

const step = (before: Entered, ...written: Entered[]): CellStep => ({ before, written })

test.each<{ what: string; current: Entered; steps: CellStep[]; entry: Entered; isEdited?: boolean }>([
  { what: 'a cell that one run wrote', current: 2, steps: [step(1, 2)], entry: 1 },
  { what: 'a cell that two runs wrote', current: 3, steps: [step(2, 3), step(1, 2)], entry: 1 },
  { what: 'a cell that a run was about to write', current: 1, steps: [step(1, 2)], entry: 1 },
  { what: 'a cell whose second write never happened', current: 2, steps: [step(2, 3), step(1, 2)], entry: 1 },
  { what: 'a cell that an attempt wrote and the next one wrote again', current: 3, steps: [step(1, 2, 3)], entry: 1 },
  { what: 'a late write of the first attempt', current: 2, steps: [step(1, 2, 3)], entry: 1 },
  { what: 'a cell that was filled', current: 'x', steps: [step(null, 'x')], entry: null },
  { what: 'a formula', current: 2, steps: [step({ formula: '=1+1' }, 2)], entry: { formula: '=1+1' } },
  { what: 'an edit since the run', current: 9, steps: [step(1, 2)], entry: 9, isEdited: true },
  { what: 'an edit between two runs', current: 3, steps: [step(9, 3), step(1, 2)], entry: 9, isEdited: true },
  { what: 'an edit back to the original', current: 1, steps: [step(2, 3), step(1, 2)], entry: 1 },
  { what: 'a number entered as text', current: '2', steps: [step(1, 2)], entry: '2', isEdited: true },
])('$what', ({ current, steps, entry, isEdited = false }) => {
  expect(undoCell({ current, steps, undoesEdited: false })).toEqual({ entry, isEdited })
  const original = steps.at(-1)?.before ?? null
  expect(undoCell({ current, steps, undoesEdited: true })).toEqual({ entry: original, isEdited })
})

test.each<{ what: string; writes: [before: Entered, after: Entered][]; steps: CellStep[] }>([
  { what: 'one attempt', writes: [[1, 2]], steps: [step(1, 2)] },
  {
    what: 'an attempt whose write never happened',
    writes: [
      [1, 2],
      [1, 3],
    ],
    steps: [step(1, 2, 3)],
  },
  {
    what: 'an attempt whose write happened',
    writes: [
      [1, 2],
      [2, 3],
    ],
    steps: [step(1, 2, 3)],
  },
  {
    what: 'an edit between two attempts',
    writes: [
      [1, 2],
      [9, 2],
      [2, 3],
    ],
    steps: [step(9, 2, 3), step(1, 2)],
  },
])('what a run did to a cell: $what', ({ writes, steps }) => {
  const added: CellStep[] = []
  for (const [before, after] of writes) addWrite(added, { before, after })
  expect(added).toEqual(steps)
})

test('undoing twice changes nothing more, with or without edits', () => {
  const anyEntry = fc.constantFrom<Entered>(null, 1, 2, 'a', { formula: '=1' })
  const anyStep = fc.record({ before: anyEntry, written: fc.array(anyEntry, { minLength: 1, maxLength: 2 }) })
  fc.assert(
    fc.property(anyEntry, fc.array(anyStep, { minLength: 1, maxLength: 4 }), (current, steps) => {
      const { entry } = undoCell({ current, steps, undoesEdited: true })
      if (undoCell({ current, steps, undoesEdited: true }).isEdited) expect(entry).toEqual(steps.at(-1)?.before)
      const again = undoCell({ current: entry, steps, undoesEdited: true })
      expect(again.entry).toEqual(steps.at(-1)?.before)
    }),
  )
})
