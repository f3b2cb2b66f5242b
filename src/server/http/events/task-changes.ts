import type { PushEvent } from '#contract/event.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { SECOND_MS } from '#domain/time.ts'
import { type PresenterContext, presentTasks } from '#server/http/present/present-task.ts'
import { isRunAllInProgress } from '#server/runs/queue-runs.ts'
import { inSnapshot, type Orm } from '#server/storage/database.ts'
import { countTasks, type TaskCounts } from '#server/tasks/read-tasks.ts'
import type { ChangeBatch } from './change-batch.ts'
import { createDueTasks } from './due-tasks.ts'
import { groupByState, groupByWait } from './group-progress.ts'

/** Maximum tasks sent whole in an event. The rest follow later; until then, only their progress is sent. */
const MAX_WHOLE = 200
/** Maximum tasks with progress read individually. Above it, the progress of all tasks is read. */
const MAX_SELECTED = 500
/** Maximum edited tasks to send. Above it, pages reload instead. */
const MAX_EDITED = 1000
/** Maximum share of the time spent on reading why tasks wait. */
const WAITING_SHARE = 1 / 20
const MIN_WAITING_INTERVAL_MS = 2 * SECOND_MS

type Progress = ReadonlyMap<number, TaskProgress>

export interface TaskChanges {
  read(batch: ChangeBatch): Promise<PushEvent[]>
  /** Sends a task whole again. */
  resend(taskId: number): void
  /** Whether some changes have not been read yet. */
  readonly hasMore: boolean
}

/** Reads the tasks of a batch of notifications in a single snapshot, however many pages are open. */
export function createTaskChanges(context: PresenterContext, nowMs = () => performance.now()): TaskChanges {
  const due = createDueTasks(nowMs)
  /**
   * State of the blockers of waiting tasks. Runs of other tasks change blockers, so blockers are read after the changed tasks.
   */
  const waiting = { isOutdated: false, notBeforeMs: 0 }

  async function readChanges(orm: Orm, batch: ChangeBatch): Promise<PushEvent[]> {
    const isWaitingDue = waiting.isOutdated && nowMs() >= waiting.notBeforeMs
    const changed = new Set([...batch.runTaskIds, ...batch.editedTaskIds])
    if (changed.size > 0 || batch.isRefresh || batch.lists.has('schedules')) waiting.isOutdated = true
    const readsAll = isWaitingDue || batch.isRefresh
    if (changed.size === 0 && due.size === 0 && !readsAll) return []

    const startedAtMs = nowMs()
    const isMost = readsAll || changed.size > MAX_SELECTED
    const progress = await context.queue.progress(isMost ? undefined : [...changed], orm)
    noteDue(batch, progress)
    const events: PushEvent[] = []
    const { edited, ran } = due.take(MAX_WHOLE)
    const whole = [...edited, ...ran]
    const tasksChanged = whole.length > 0 ? await tasksEvent(orm, { progress, edited, whole }) : undefined
    if (tasksChanged) events.push(tasksChanged)
    const sent = new Set(whole)
    const others = [...changed].flatMap((id) => {
      const state = progress.get(id)
      return state && !sent.has(id) ? [[id, state] as const] : []
    })
    const mayEndRunAll = batch.runTaskIds.size > 0 || batch.isRefresh || tasksChanged?.removed_ids.length
    if (mayEndRunAll || others.length > 0) {
      events.push({ kind: 'progress', groups: groupByState(others), all_running: await isRunAllInProgress(orm) })
    }
    if (readsAll) {
      events.push({ kind: 'waiting', groups: groupByWait(progress) })
      waiting.isOutdated = false
      const pauseMs = Math.max(MIN_WAITING_INTERVAL_MS, (nowMs() - startedAtMs) / WAITING_SHARE)
      waiting.notBeforeMs = nowMs() + pauseMs
    }
    return events
  }

  function noteDue(batch: ChangeBatch, progress: Progress): void {
    for (const id of batch.editedTaskIds) due.addEdited(id)
    for (const id of batch.runTaskIds) {
      const state = progress.get(id)
      if (state) due.addRan(id, state)
    }
    if (!batch.isRefresh) return
    for (const [id, state] of progress) if (state.task_status === 'Running') due.addRan(id, state)
  }

  async function tasksEvent(
    orm: Orm,
    { progress, edited, whole }: { progress: Progress; edited: number[]; whole: number[] },
  ): Promise<Extract<PushEvent, { kind: 'tasks' }>> {
    const counts = edited.length > 0 ? await countTasks(orm) : undefined
    const unknown = whole.filter((id) => !progress.has(id))
    const all = new Map([...progress, ...(unknown.length > 0 ? await context.queue.progress(unknown, orm) : [])])
    const tasks = await presentTasks({ ...context, orm, queue: { progress: async () => all } }, whole, counts?.ofType)
    const present = new Set(tasks.map(({ id }) => id))
    const gone = whole.filter((id) => !present.has(id))
    for (const id of gone) due.remove(id)
    return {
      kind: 'tasks',
      tasks,
      edited_ids: edited.filter((id) => present.has(id)),
      removed_ids: gone,
      counts: counts || gone.length > 0 ? presentCounts(counts ?? (await countTasks(orm))) : null,
    }
  }

  return {
    async read(batch) {
      const events = await inSnapshot(context.orm, (tx) => readChanges(tx, batch))
      if (due.editedCount <= MAX_EDITED) return events
      due.clearEdited()
      return [...events, { kind: 'changed', what: 'tasks' }]
    },
    resend: (taskId) => due.add(taskId),
    get hasMore() {
      return due.size > 0 || waiting.isOutdated
    },
  }
}

function presentCounts({ total, ofType }: TaskCounts) {
  return { total, of_type: Object.fromEntries(ofType) }
}
