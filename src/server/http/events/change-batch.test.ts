import { expect, test } from 'vitest'
import { addChange, emptyBatch } from './change-batch.ts'

test('a batch lists every changed task and list once', () => {
  const batch = emptyBatch()
  for (const payload of ['run:7', 'run:7', 'run:8', 'log:7', 'log_cleared:7', 'tasks', 'tasks', 'csv_jobs']) {
    addChange(batch, payload)
  }
  expect(batch).toEqual({
    runTaskIds: new Set([7, 8]),
    logTaskIds: new Set([7]),
    clearedLogTaskIds: new Set([7]),
    lists: new Set(['tasks', 'csv_jobs']),
  })
})

test('an unknown notification is ignored', () => {
  const batch = emptyBatch()
  addChange(batch, 'weather:3')
  expect(batch).toEqual(emptyBatch())
})
