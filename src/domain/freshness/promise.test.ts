import { expect, test } from 'vitest'
import { z } from 'zod'
import { freshOfTypeShape, freshShape } from '#contract/freshness.ts'
import { describePromise, type FreshPromise, readPromise } from './promise.ts'

const type = { freshBy: '07:30', freshWithinMinutes: 120 }

test.each<[Partial<FreshPromise>, string]>([
  [{}, 'fresh by 07:30 and never older than 2 h'],
  [{ freshBy: '06:00' }, 'fresh by 06:00 and never older than 2 h'],
  [{ freshBy: 'none' }, 'never older than 2 h'],
  [{ freshWithinMinutes: 0 }, 'fresh by 07:30'],
  [{ freshBy: 'none', freshWithinMinutes: 0 }, 'nothing'],
])('a task that says %j promises: %s', (own, words) => {
  const promise = readPromise({ freshBy: null, freshWithinMinutes: null, ...own }, type)
  expect(promise ? describePromise(promise) : 'nothing').toBe(words)
})

test('only a task can say that it makes no such promise', () => {
  const none = { fresh_by: ' None ', fresh_within_minutes: 0 }
  expect(z.object(freshShape).parse(none)).toEqual({ fresh_by: 'none', fresh_within_minutes: 0 })
  const problems = z
    .object(freshOfTypeShape)
    .safeParse(none)
    .error?.issues.map(({ path }) => path[0])
  expect(problems).toEqual(['fresh_by', 'fresh_within_minutes'])
})
