import { expect, test } from 'vitest'
import { nameTaken, otherConflict, spreadsheetsTaken } from '#domain/tasks/task-problems.ts'
import { conflictIn } from './conflict-in.ts'

test.each([
  ['UNIQUE constraint failed: sync_tasks.name, sync_tasks.sync_task_type_id', nameTaken],
  ["Duplicate entry 'a-b' for key 'uq_source_ss_id_target_ss_id'", spreadsheetsTaken],
  ['duplicate key value violates unique constraint "sync_tasks_pkey"', otherConflict],
  ['The source and target are the same tab.', undefined],
])('finds the conflict in: %s', (message, problem) => {
  expect(conflictIn(message)).toBe(problem)
})
