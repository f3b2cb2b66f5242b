import { inArray } from 'drizzle-orm'
import type { FieldChange } from '#contract/activity.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { activity } from '#server/storage/schema.ts'
import { currentActing } from './acting.ts'

/* An entry has a bounded size, however much was changed at once. */
const MAX_NAMES = 50
const MAX_TASK_IDS = 1000
const MAX_SUBJECT_LENGTH = 300

export interface Change {
  /** What was changed, for people; by default the name of the only thing. */
  subject?: string
  /** The tasks that were changed. */
  taskIds?: readonly number[]
  /** The names of what was changed; by default those of the tasks. */
  names?: readonly string[]
  /** How many things were changed; by default as many as there are tasks or names. */
  count?: number
  changes?: readonly FieldChange[]
}

/** Records a change in the transaction that makes it. The kind, the person and the origin are those of `actAs`. */
export async function recordActivity(tx: Orm, change: Change): Promise<void> {
  const acting = currentActing()
  if (!acting) return
  const { taskIds = [], changes = [] } = change
  const names = (change.names ?? (await namesOf(tx, taskIds.slice(0, MAX_NAMES)))).slice(0, MAX_NAMES)
  const count = change.count ?? Math.max(taskIds.length, change.names?.length ?? 0)
  const subject = change.subject ?? (names.length === 1 ? (names[0] ?? '') : '')
  const { kind, who, origin, tokenName = null, address = null, at } = acting
  await tx.insert(activity).values({
    kind,
    who,
    origin,
    tokenName,
    address,
    at,
    subject: shortened(subject),
    count,
    names: names.map(shortened),
    taskIds: taskIds.slice(0, MAX_TASK_IDS),
    changes: [...changes],
  })
}

async function namesOf(tx: Orm, taskIds: readonly number[]): Promise<string[]> {
  if (taskIds.length === 0) return []
  const rows = await tx
    .select({ id: tasks.id, name: tasks.name })
    .from(tasks)
    .where(inArray(tasks.id, [...taskIds]))
  const byId = new Map(rows.map(({ id, name }) => [id, name]))
  return taskIds.flatMap((id) => byId.get(id) ?? [])
}

function shortened(text: string): string {
  return text.slice(0, MAX_SUBJECT_LENGTH).toWellFormed()
}
