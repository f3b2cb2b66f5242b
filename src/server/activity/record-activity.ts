import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { FieldChange } from '#contract/field-change.ts'
import type { TaskChange } from '#contract/task-fields.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { pickColumns, recordset, valuesIn } from '#server/storage/recordset.ts'
import { activity, taskChanges } from '#server/storage/schema.ts'
import { currentActing } from './acting.ts'

/** Maximum sizes of the parts of an entry. */
const MAX_NAMES = 50
const MAX_TASK_IDS = 1000
const MAX_SUBJECT_LENGTH = 300
const RECORDS_PER_STATEMENT = 5000

export interface Change {
  /** Name of the changed object, for people. Defaults to the name of the only task. */
  subject?: string
  /** The changed tasks. */
  taskIds?: readonly number[]
  /** Names of all changed objects. Defaults to the tasks with their types. */
  names?: readonly string[]
  /** Number of changed objects. Defaults to the number of tasks or names. */
  count?: number
  changes?: readonly FieldChange[]
  /** Changed fields of each task, for reverting. */
  taskChanges?: readonly TaskChangeRecord[]
}

export interface TaskChangeRecord {
  taskId: number
  /** Null for a created task. */
  before: TaskChange | null
  after: TaskChange | null
  /** Position of the task in the type it left. */
  positionBefore?: number | null
}

/** Records a change in the transaction that makes it. `actAs` provides the kind, person and origin. */
export async function recordActivity(tx: Orm, change: Change): Promise<void> {
  const acting = currentActing()
  if (!acting) return
  const { taskIds = [], changes = [] } = change
  const names = (change.names ?? (await readNames(tx, taskIds.slice(0, MAX_NAMES)))).slice(0, MAX_NAMES)
  const count = change.count ?? Math.max(taskIds.length, change.names?.length ?? 0)
  const subject = change.subject ?? (names.length === 1 ? (names[0] ?? '') : '')
  const { kind, who, origin, tokenName = null, address = null, at } = acting
  const [entry] = await tx
    .insert(activity)
    .values({
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
    .returning({ id: activity.id })
  await recordTaskChanges(tx, entry?.id ?? 0, change.taskChanges ?? [])
}

const recordColumns = pickColumns(getTableColumns(taskChanges), ['taskId', 'before', 'after', 'positionBefore'])

async function recordTaskChanges(tx: Orm, activityId: number, records: readonly TaskChangeRecord[]): Promise<void> {
  for (let from = 0; from < records.length; from += RECORDS_PER_STATEMENT) {
    const some = records.slice(from, from + RECORDS_PER_STATEMENT)
    const rows = some.map((record) => ({ positionBefore: null, ...record }))
    await tx.execute(sql`
      insert into ${taskChanges} (activity_id, task_id, before, after, position_before)
      select ${activityId}::integer, ${sql.join(Object.values(valuesIn('record', recordColumns)), sql`, `)}
      from ${recordset('record', { columns: recordColumns, rows })}`)
  }
}

async function readNames(tx: Orm, taskIds: readonly number[]): Promise<string[]> {
  if (taskIds.length === 0) return []
  const rows = await tx
    .select({ id: tasks.id, name: tasks.name, typeName: taskTypes.name })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(isInList(tasks.id, taskIds))
  const byId = new Map(rows.map(({ id, name, typeName }) => [id, withTypeName(name, typeName)]))
  return taskIds.flatMap((id) => byId.get(id) ?? [])
}

function shortened(text: string): string {
  return text.slice(0, MAX_SUBJECT_LENGTH).toWellFormed()
}
