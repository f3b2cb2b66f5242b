import type { TaskProgress } from '#contract/task-progress.ts'
import { isInProgress } from '#domain/runs/run-status.ts'

/** Delay between two events with all fields of a running task. Events with its progress are more frequent. */
const WHOLE_EVERY_MS = 10_000

/** Tasks to send whole. A task that changes again before it is sent is sent once. */
export interface DueTasks {
  /** Adds a task a person has changed. */
  addEdited(taskId: number): void
  /** Adds a task if more than the progress of its run has changed. */
  addRan(taskId: number, progress: Pick<TaskProgress, 'task_status'>): void
  add(taskId: number): void
  /** Removes and returns tasks, the most urgent first: edited tasks, then tasks with an ended run. */
  take(max: number): { edited: number[]; ran: number[] }
  /** Forgets a deleted task. */
  remove(taskId: number): void
  readonly size: number
  readonly editedCount: number
  /** Forgets the tasks a person has changed. */
  clearEdited(): void
}

export function createDueTasks(nowMs: () => number): DueTasks {
  const edited = new Set<number>()
  const ended = new Set<number>()
  const started = new Set<number>()
  /** Times when running tasks were last sent whole. */
  const sentAt = new Map<number, number>()

  function takeFrom(due: Set<number>, max: number): number[] {
    const taken = [...due].slice(0, max)
    for (const id of taken) due.delete(id)
    return taken
  }

  return {
    addEdited: (taskId) => void edited.add(taskId),
    addRan(taskId, { task_status }) {
      const isRunning = task_status === 'Running'
      if (isRunning && nowMs() - (sentAt.get(taskId) ?? Number.NEGATIVE_INFINITY) < WHOLE_EVERY_MS) return
      if (isRunning) sentAt.set(taskId, nowMs())
      else sentAt.delete(taskId)
      const isOver = !isInProgress(task_status)
      if (isOver) started.delete(taskId)
      const due = isOver ? ended : started
      due.add(taskId)
    },
    add: (taskId) => void started.add(taskId),
    take(max) {
      const fromEdited = takeFrom(edited, max)
      for (const id of fromEdited) {
        ended.delete(id)
        started.delete(id)
      }
      const fromEnded = takeFrom(ended, max - fromEdited.length)
      const fromStarted = takeFrom(started, max - fromEdited.length - fromEnded.length)
      return { edited: fromEdited, ran: [...new Set([...fromEnded, ...fromStarted])] }
    },
    remove(taskId) {
      for (const due of [edited, ended, started, sentAt]) due.delete(taskId)
    },
    get size() {
      return edited.size + ended.size + started.size
    },
    get editedCount() {
      return edited.size
    },
    clearEdited: () => edited.clear(),
  }
}
