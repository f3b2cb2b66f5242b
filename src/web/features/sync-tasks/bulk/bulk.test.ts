import { expect, test } from 'vitest'
import { CallError } from '../../../lib/call-error.ts'
import { actOnEach, bulkSummary } from './bulk.ts'

const items = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, title: `Task ${index + 1}` }))

test('a refused task does not hold up the others, and is named', async () => {
  const settled: number[] = []
  const outcome = await actOnEach({
    items,
    onProgress: (count) => settled.push(count),
    act: async ({ id }) => {
      if (id === 2) throw new CallError({ status: 404, code: 'not_found', message: 'Sync task not found.' })
      return id === 5 ? 'Task is inactive.' : undefined
    },
  })
  expect(outcome.doneIds.sort((a, b) => a - b)).toEqual([1, 3, 4, 6, 7, 8, 9, 10])
  expect(outcome.refusals.sort()).toEqual(['Task 2: Sync task not found.', 'Task 5: Task is inactive.'])
  expect(settled).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('at most four calls are under way at once', async () => {
  let underWay = 0
  let most = 0
  await actOnEach({
    items,
    onProgress: () => {},
    act: async () => {
      most = Math.max(most, ++underWay)
      await Promise.resolve()
      underWay--
      return undefined
    },
  })
  expect(most).toBe(4)
})

test('the summary counts and names the first three refusals', () => {
  expect(bulkSummary('Queued', { doneIds: [1], refusals: [] })).toBe('Queued 1 of 1 task.')
  expect(bulkSummary('Queued', { doneIds: [1, 2], refusals: ['A: no.', 'B: no.', 'C: no.', 'D: no.'] })).toBe(
    'Queued 2 of 6 tasks. A: no. B: no. C: no. and 1 more',
  )
})
