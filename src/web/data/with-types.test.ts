import { expect, test } from 'vitest'
import type { TaskType } from '#contract/task-type.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { withTypes } from './with-types.ts'

const NO_INTERVAL = { every_minutes: null, every_minutes_between: '' }
const NO_TYPE = { id: 4, name: '', chunk_size: 0, allowed_concurrent_tasks: 0, ...NO_INTERVAL }
const MASTERS: TaskType = {
  id: 4,
  name: 'Masters',
  allowed_concurrent_tasks: 3,
  depends_on_id: null,
  queue_delay_seconds: 0,
  max_retries: 3,
  retry_delay_seconds: 60,
  chunk_size: 700,
  alert_after_hours: null,
  skips_untouched: false,
  on_column_change: 'hold',
  hold_loss_percent: 30,
  every_minutes: null,
  every_minutes_between: '',
  fresh_by: null,
  fresh_within_minutes: null,
  after_source: false,
  on_edit: false,
  on_edit_pause_minutes: 1,
  on_edit_at_most_every_minutes: 5,
  freshness_note: 'off',
  dependency_chain: [],
  tasks_count: 1,
  dependent_types_count: 0,
}

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
