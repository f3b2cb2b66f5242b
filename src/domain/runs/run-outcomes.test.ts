import { expect, test } from 'vitest'
import { runOutcomes } from '#contract/run-figures.ts'
import { outcomeFields, outcomeIn, toOutcomes } from './run-outcomes.ts'

test.each(runOutcomes)('a run that was $kind says so in its own reply and in that of its task', (outcome) => {
  const stored = toOutcomes(outcome.kind)
  const [run, task] = [outcomeFields('run', stored), outcomeFields('task', stored)]
  expect([run, task]).toMatchObject([{ [outcome.run]: true }, { [outcome.task]: true }])
  expect([outcomeIn(run), outcomeIn(task)]).toEqual([outcome, outcome])
})

test('a run that copied, and a task that never ran, have none of these outcomes', () => {
  for (const stored of [toOutcomes('copied'), null]) {
    expect(outcomeIn(outcomeFields('run', stored))).toBeUndefined()
    expect(outcomeFields('task', stored)).toEqual({ was_skipped: false, can_copy_anyway: false })
  }
})
