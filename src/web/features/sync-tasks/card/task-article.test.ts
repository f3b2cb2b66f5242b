import { expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { createLabels } from './task-article.ts'

test('only tasks that share their name with another one are named with their type', () => {
  const type = buildTaskReply().task_type
  const tasks = [
    buildTaskReply({ id: 1, name: 'Data', task_type: { ...type, name: 'Ledgers' } }),
    buildTaskReply({ id: 2, name: 'Data', task_type: { ...type, name: 'Reports' } }),
    buildTaskReply({ id: 3, name: 'Rates', task_type: { ...type, name: 'Reports' } }),
  ]
  expect(tasks.map(createLabels(tasks))).toEqual(['Data (Ledgers)', 'Data (Reports)', 'Rates'])
})
