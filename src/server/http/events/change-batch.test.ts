import { expect, test } from 'vitest'
import { addChange, emptyBatch } from './change-batch.ts'

test('a batch lists every changed task and list once', () => {
  const batch = emptyBatch()
  const payloads = ['run:7', 'run:7', 'run:8', 'task:9', 'log:7', 'log_cleared:7', 'schedules', 'schedules', 'csv_jobs']
  for (const payload of payloads) expect(addChange(batch, payload)).toBe(true)
  expect(batch).toEqual({
    runTaskIds: new Set([7, 8]),
    editedTaskIds: new Set([9]),
    logTaskIds: new Set([7]),
    clearedLogTaskIds: new Set([7]),
    lists: new Set(['schedules', 'csv_jobs']),
    isRefresh: false,
  })
})

test.each(['weather:3', 'tasks', 'sessions', ''])('%j is about nothing that a page reads for itself', (payload) => {
  const batch = emptyBatch()
  expect(addChange(batch, payload)).toBe(false)
  expect(batch).toEqual(emptyBatch())
})
