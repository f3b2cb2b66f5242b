import type { PushEvent } from '#contract/event.ts'

type ChangedList = Extract<PushEvent, { kind: 'changed' }>['what']

/** Changes announced by a batch of notifications. */
export interface ChangeBatch {
  readonly runTaskIds: Set<number>
  /** The tasks a person has added, changed, moved or deleted. */
  readonly editedTaskIds: Set<number>
  readonly logTaskIds: Set<number>
  readonly clearedLogTaskIds: Set<number>
  readonly lists: Set<ChangedList>
  /** Whether to read all time-dependent data again. */
  isRefresh: boolean
}

/** Lists named as a whole by a notification. Tasks are named individually. */
const lists: ReadonlySet<string> = new Set<ChangedList>(['task_types', 'schedules', 'csv_jobs'])

export function emptyBatch(): ChangeBatch {
  return {
    runTaskIds: new Set(),
    editedTaskIds: new Set(),
    logTaskIds: new Set(),
    clearedLogTaskIds: new Set(),
    lists: new Set(),
    isRefresh: false,
  }
}

export function isEmpty({ isRefresh, ...changes }: ChangeBatch): boolean {
  return !isRefresh && Object.values(changes).every(({ size }) => size === 0)
}

/**
 * Adds a notification: `run:`, `task:`, `log:` or `log_cleared:` with a task's ID, or the name of a list. Returns whether
 * pages show its subject.
 */
export function addChange(batch: ChangeBatch, payload: string): boolean {
  const [subject = '', id] = payload.split(':')
  const ids = {
    run: batch.runTaskIds,
    task: batch.editedTaskIds,
    log: batch.logTaskIds,
    log_cleared: batch.clearedLogTaskIds,
  }[subject]
  if (ids) ids.add(Number(id))
  else if (isList(payload)) batch.lists.add(payload)
  else return false
  return true
}

function isList(payload: string): payload is ChangedList {
  return lists.has(payload)
}
