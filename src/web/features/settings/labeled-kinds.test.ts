import { expect, test } from 'vitest'
import { FilteredKind } from '#contract/alert-channel.ts'
import { KIND_LABELS, listKinds, listLabels } from './labeled-kinds.ts'

test('late is one choice, and stands for all kinds of late', () => {
  expect(KIND_LABELS.filter((label) => /late/i.test(label))).toEqual(['A task is late'])
  expect(listKinds(['A task is late'], [])).toEqual(['late', 'not_fresh', 'no_success'])
  expect(listLabels(['not_fresh'])).toEqual(['A task is late'])
  expect(listLabels(FilteredKind.options)).toEqual(KIND_LABELS)
})

test('a choice that a program made stays as it is until its box is cleared', () => {
  expect(listKinds(['A task failed', 'A task is late'], ['late'])).toEqual(['failed', 'late'])
  expect(listKinds(['A task failed'], ['late'])).toEqual(['failed'])
})
