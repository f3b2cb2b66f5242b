import { expect, test } from 'vitest'
import { CallError } from '../../lib/call-error.ts'
import { actOnEach, bulkSummary } from './act-on-each.ts'

const items = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, title: `Task ${index + 1}` }))

test('continues after a failure and names the task', async () => {
  const settled: number[] = []
  const outcome = await actOnEach({
    items,
    onProgress: (count) => settled.push(count),
    act: async ({ id }) => {
      if (id === 2) throw new CallError({ status: 404, serverMessage: { message: 'Sync task not found.' } })
      return id === 5 ? 'Task is inactive.' : undefined
    },
  })
  expect(outcome.doneIds.sort((a, b) => a - b)).toEqual([1, 3, 4, 6, 7, 8, 9, 10])
  expect(outcome.failures.sort()).toEqual(['Task 2: Sync task not found.', 'Task 5: Task is inactive.'])
  expect(settled).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('makes at most four calls at a time', async () => {
  let running = 0
  let maxRunning = 0
  await actOnEach({
    items,
    onProgress: () => {},
    act: async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await Promise.resolve()
      running--
      return undefined
    },
  })
  expect(maxRunning).toBe(4)
})

test('the summary counts the tasks and lists the first three failures', () => {
  expect(bulkSummary('Queued', { doneIds: [1], failures: [] })).toBe('Queued 1 of 1 task.')
  expect(bulkSummary('Queued', { doneIds: [1, 2], failures: ['A: no.', 'B: no.', 'C: no.', 'D: no.'] })).toBe(
    'Queued 2 of 6 tasks. A: no. B: no. C: no. and 1 more',
  )
})
