import { expect, test } from 'vitest'
import { emptyBatch, noteChange } from './change-batch.ts'

test('notifications of a moment are gathered, each subject once', () => {
  const batch = emptyBatch()
  for (const payload of ['run:7', 'run:7', 'run:8', 'log:7', 'log_cleared:7', 'tasks', 'tasks', 'csv_jobs']) {
    noteChange(batch, payload)
  }
  expect(batch).toEqual({
    runTaskIds: new Set([7, 8]),
    logTaskIds: new Set([7]),
    clearedLogTaskIds: new Set([7]),
    lists: new Set(['tasks', 'csv_jobs']),
  })
})

test('a subject that nobody knows is passed over', () => {
  const batch = emptyBatch()
  noteChange(batch, 'weather:3')
  expect(batch).toEqual(emptyBatch())
})
