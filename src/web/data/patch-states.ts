import type { api } from '#contract/api.ts'
import type { PushEvent } from '#contract/event.ts'
import type { ReadReply } from '#contract/route.ts'
import { type SeenProgress, TaskProgress } from '#contract/task-progress.ts'
import { idsIn, isInRanges } from '#domain/id-ranges.ts'

type StatusAll = ReadReply<typeof api.tasks.statusAll>

const NO_WAIT = { waiting_for: null, prerequisites_count: 0 }
const FIELDS = TaskProgress.keyof().options

/** Applies an event to the status of all tasks. */
export function patchStatusAll(all: StatusAll, event: PushEvent): StatusAll {
  if (event.kind === 'tasks') {
    const states = { ...all.all_running_status }
    for (const task of event.tasks) states[task.id] = TaskProgress.parse(task)
    for (const id of event.removed_ids) delete states[id]
    return { ...all, all_running_status: states }
  }
  if (event.kind === 'progress') {
    const states = { ...all.all_running_status }
    for (const { ids, state } of event.groups) for (const id of idsIn(ids)) states[id] = state
    return { all_running_status: states, all_running: event.all_running }
  }
  if (event.kind === 'waiting') {
    const entries = Object.entries(all.all_running_status)
    const states = entries.map(([id, state]) => [id, patchProgress(state, { id: Number(id), event })])
    return { ...all, all_running_status: Object.fromEntries(states) }
  }
  return all
}

/** Applies an event to a task's progress. An unchanged task keeps its identity. */
export function patchProgress<T extends SeenProgress>(task: T, { id, event }: { id: number; event: PushEvent }): T {
  if (event.kind === 'progress') {
    const group = event.groups.find(({ ids }) => isInRanges(ids, id))
    return group ? withFields(task, group.state) : task
  }
  if (event.kind === 'waiting') {
    const { waiting_for, prerequisites_count } = event.groups.find(({ ids }) => isInRanges(ids, id)) ?? NO_WAIT
    return withFields(task, { waiting_for, prerequisites_count })
  }
  return task
}

function withFields<T extends SeenProgress>(task: T, update: SeenProgress): T {
  const isSame = FIELDS.every((field) => !(field in update) || task[field] === update[field])
  return isSame ? task : { ...task, ...update }
}
