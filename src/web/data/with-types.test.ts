import { expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { buildTaskTypeReply } from '#tests/support/build-task-type-reply.ts'
import { withTypes } from './with-types.ts'

const NO_INTERVAL = { every_minutes: null, every_minutes_between: '' }
const NO_TYPE = { id: 4, name: '', chunk_size: 0, allowed_concurrent_tasks: 0, ...NO_INTERVAL }
const MASTERS = buildTaskTypeReply({ id: 4, allowed_concurrent_tasks: 3, chunk_size: 700, tasks_count: 1 })

test('a task that was sent without its type gets it by its ID', () => {
  const [task] = withTypes([buildTaskReply({ sync_task_type_id: 4, task_type: NO_TYPE })], [MASTERS])
  expect(task?.task_type).toEqual({
    id: 4,
    name: 'Masters',
    chunk_size: 700,
    allowed_concurrent_tasks: 3,
    ...NO_INTERVAL,
  })
})

test('tasks keep the type that they were sent with, or none if it is unknown', () => {
  const tasks = [buildTaskReply({ id: 1 }), buildTaskReply({ id: 2, task_type: NO_TYPE, sync_task_type_id: 9 })]
  expect(withTypes(tasks, [MASTERS])).toEqual(tasks)
})
