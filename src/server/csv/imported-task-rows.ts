import { and, eq, exists, getTableColumns, inArray, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { KeptTask } from '#domain/csv/task-import.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks, taskTypes } from '#server/storage/schema.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

/** What an import of tasks goes by, which stays until the transaction ends: no task is made, moved or renamed meanwhile. */
export async function lockForImport(tx: Orm) {
  await lockTaskRows(tx)
  const types = await tx
    .select({ id: taskTypes.id, name: taskTypes.name, chunkSize: taskTypes.chunkSize })
    .from(taskTypes)
    .orderBy(taskTypes.id)
    .for('key share')
  const ends = await tx
    .select({ typeId: tasks.taskTypeId, position: max(tasks.position) })
    .from(tasks)
    .groupBy(tasks.taskTypeId)
  return {
    typesByName: new Map(types.map((type) => [type.name, type])),
    /** The last position taken in each type that has tasks. */
    lastPositions: new Map(ends.map((end) => [end.typeId, end.position ?? 0])),
  }
}

/** `isBusy`: it has a run in progress. */
export async function findTasks(tx: Orm, taskIds: readonly number[]): Promise<Map<number, Task & { isBusy: boolean }>> {
  if (taskIds.length === 0) return new Map()
  const inProgress = tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, tasks.id), isNull(runs.endedAt)))
  const rows = await tx
    .select({ ...getTableColumns(tasks), isBusy: sql<boolean>`${exists(inProgress)}` })
    .from(tasks)
    .where(inArray(tasks.id, [...taskIds]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The tasks that have a name within a type, or a pair of spreadsheets, in common with those wanted. */
export async function findRivals(tx: Orm, wanted: readonly KeptTask[]): Promise<Task[]> {
  if (wanted.length === 0) return []
  const rivalIds = sql`(
    with wanted as (select * from ${recordsOf(wanted)})
    select named.id from wanted join ${tasks} as named on named.task_type_id = wanted.task_type_id and named.name = wanted.name
    union
    select paired.id from wanted join ${tasks} as paired
      on paired.source_ss_id = wanted.source_ss_id and paired.target_ss_id = wanted.target_ss_id)`
  return tx.select().from(tasks).where(sql`${tasks.id} in ${rivalIds}`)
}

type TaskToWrite = KeptTask & { position: number; createdBy: string }

/** Makes or changes tasks by their ids, one after the other, so that one may take a name that an earlier one gave up. */
export async function writeTasks(tx: Orm, toWrite: readonly TaskToWrite[]): Promise<void> {
  if (toWrite.length === 0) return
  const names = (columns: readonly string[]) => sql.raw(columns.join(', '))
  const changes = changedColumns.map((column) => `${column} = excluded.${column}`)
  const columns = names(['id', 'created_by', ...changedColumns])
  await tx.execute(sql`
    insert into ${tasks} (${columns}) overriding system value select ${columns} from ${recordsOf(toWrite)}
    on conflict (id) do update set ${names(changes)}`)
}

const changedColumns = [
  'task_type_id',
  'name',
  'source_ss_id',
  'target_ss_id',
  'source_sheet_name',
  'target_sheet_name',
  'scheduled_times',
  'relevant_user_accounts',
  'chunk_size',
  'start_row',
  'max_concurrent_tasks',
  'is_active',
  'position',
]

/** Tasks as rows of the table, given in one parameter: thousands of parameters take longer to read than to carry out. */
function recordsOf(wanted: readonly KeptTask[]): SQL {
  const records = wanted.map((task) =>
    Object.fromEntries(Object.entries(task).map(([column, value]) => [snakeCase(column), value])),
  )
  return sql`jsonb_populate_recordset(null::${tasks}, ${JSON.stringify(records)}::jsonb)`
}

function snakeCase(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
