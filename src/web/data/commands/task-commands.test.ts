import { expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { isUsable, mayRun, TASK_COMMAND_IDS, type TaskCommandId } from './task-commands.ts'

const idle = buildTaskReply({ is_active: true, task_status: 'Success', running_status: false })
const running = buildTaskReply({ is_active: true, task_status: 'Running', running_status: true })
const usable = (task: typeof idle, { isListBusy = false, hasPreviews = true } = {}) =>
  TASK_COMMAND_IDS.filter((id) =>
    isUsable(id, { task, isListBusy, preview: hasPreviews ? async () => undefined : undefined }),
  )

test('a task that runs can be stopped, but not changed, moved or started again', () => {
  const blocked: TaskCommandId[] = ['run', 'edit', 'front', 'up', 'down', 'back', 'delete']
  expect(TASK_COMMAND_IDS.filter((id) => !mayRun(id, { task: running, isListBusy: false }))).toEqual(blocked)
  expect(usable(running)).toContain('stop')
  expect(usable(idle)).not.toContain('stop')
})

test('while the whole list is busy, no task can be changed', () => {
  expect(usable(idle, { isListBusy: true })).toEqual(['open', 'logs', 'dataCopy', 'preview', 'duplicate', 'deactivate'])
})

test('a task is moved only where it can go', () => {
  const position_actions = { ...idle.position_actions, can_move_up: false, can_move_down: true }
  const task = { ...idle, position_actions }
  expect(usable(task)).toContain('down')
  expect(usable(task)).not.toContain('up')
})

test('an inactive task is activated before it runs', () => {
  const inactive = usable({ ...idle, is_active: false })
  expect(inactive).toContain('activate')
  expect(inactive).not.toContain('run')
  expect(inactive).not.toContain('deactivate')
  expect(usable(idle)).not.toContain('activate')
})

test('a server that only follows the specification has no previews', () => {
  expect(usable(idle, { hasPreviews: false })).not.toContain('preview')
})
