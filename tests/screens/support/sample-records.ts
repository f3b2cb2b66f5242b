import type { Task } from '#contract/task.ts'
import type { TaskType } from '#contract/task-type.ts'
import { sampleTasks, sampleTaskTypes } from '#server/samples/sample-tasks.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { buildTaskTypeReply } from '#tests/support/build-task-type-reply.ts'
import type { ScreenServer } from './screen-server.ts'
import { setTasks } from './task-replies.ts'

/** Gives the server the types and tasks of the samples, without runs. */
export function addSamples({ state }: Pick<ScreenServer, 'state'>): void {
  const types: TaskType[] = []
  for (const { depends_on, ...fields } of sampleTaskTypes) {
    const depends_on_id = types.find(({ name }) => name === depends_on)?.id ?? null
    types.push(buildTaskTypeReply({ ...fields, id: types.length + 1, depends_on_id }))
  }
  state.types = types
  setTasks(
    state,
    sampleTasks.map((sample, index) => buildSample({ sample, id: index + 1, types })),
  )
  state.sampleIds = state.tasks.map(({ id }) => id)
  state.lastIds = { ...state.lastIds, type: types.length, task: sampleTasks.length }
}

function buildSample(from: { sample: (typeof sampleTasks)[number]; id: number; types: TaskType[] }): Task {
  const { sample, id, types } = from
  return buildTaskReply({
    id,
    name: sample.name,
    sync_task_type_id: types.find(({ name }) => name === sample.type)?.id ?? 0,
    source_ss_id: sample.from[0],
    source_sheet_name: sample.from[1],
    target_ss_id: sample.to[0],
    target_sheet_name: sample.to[1],
    start_row: sample.startRow ?? 1,
    scheduled_times: [...(sample.times ?? [])],
    is_active: sample.isActive ?? true,
  })
}

interface ManyTasks {
  type: TaskType
  count: number
  /** Fields that differ from task to task. */
  fields?: (index: number) => Partial<Task>
}

/** Adds tasks of one type: 'many 0', 'many 1' and so on, each with spreadsheets of its own. */
export function addManyTasks({ state }: Pick<ScreenServer, 'state'>, { type, count, fields }: ManyTasks): void {
  const first = state.lastIds.task + 1
  state.lastIds.task += count
  const added = Array.from({ length: count }, (_, index) =>
    buildTaskReply({
      id: first + index,
      name: `many ${index}`,
      sync_task_type_id: type.id,
      source_ss_id: `source-${index}`,
      source_sheet_name: '',
      target_ss_id: `target-${index}`,
      target_sheet_name: '',
      ...fields?.(index),
    }),
  )
  setTasks(state, [...state.tasks, ...added])
}
