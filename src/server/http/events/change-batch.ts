import type { PushEvent } from '#contract/event.ts'

type ChangedList = Extract<PushEvent, { kind: 'changed' }>['what']

/** The changes that a batch of notifications is about. */
export interface ChangeBatch {
  readonly runTaskIds: Set<number>
  readonly logTaskIds: Set<number>
  readonly clearedLogTaskIds: Set<number>
  readonly lists: Set<ChangedList>
}

const lists: ReadonlySet<string> = new Set<ChangedList>(['tasks', 'task_types', 'schedules', 'csv_jobs'])

export function emptyBatch(): ChangeBatch {
  return { runTaskIds: new Set(), logTaskIds: new Set(), clearedLogTaskIds: new Set(), lists: new Set() }
}

/** Adds one notification: `run:`, `log:` or `log_cleared:` with a task's ID, or the name of a list. */
export function addChange(batch: ChangeBatch, payload: string): void {
  const [subject, id] = payload.split(':')
  if (subject === 'run') batch.runTaskIds.add(Number(id))
  else if (subject === 'log') batch.logTaskIds.add(Number(id))
  else if (subject === 'log_cleared') batch.clearedLogTaskIds.add(Number(id))
  else if (isList(payload)) batch.lists.add(payload)
}

function isList(payload: string): payload is ChangedList {
  return lists.has(payload)
}
