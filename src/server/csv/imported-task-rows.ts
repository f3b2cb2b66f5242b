import { and, eq, exists, getTableColumns, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { StoredTask } from '#domain/csv/task-import.ts'
import { mapByName } from '#domain/recognize/find-named.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { reserveTaskIds } from '#server/tasks/edit-task.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

/** Where an import reads tasks and writes them. */
export interface ImportedTasks {
  /** Finds existing tasks by ID. */
  find(ids: readonly number[]): Promise<Map<number, ExistingTask>>
  /**
   * Finds at least the tasks with a requested name, a requested pair of tabs, or a name with the beginning of a derived name.
   */
  findConflicting(requested: readonly StoredTask[]): Promise<StoredTask[]>
  /** Returns IDs for new tasks. */
  newIds(count: number): Promise<number[]>
  write(toWrite: readonly TaskToWrite[]): Promise<void>
}

/** Task before the import. `isBusy` while a run is in progress. */
export type ExistingTask = Task & { isBusy: boolean }
/** Task after the import. `copiesOther` if the target of earlier copies may differ from its source. */
export type TaskToWrite = StoredTask & {
  position: number
  createdBy: string
  owner: string | null
  copiesOther: boolean
}

/** Locks tasks and types until the transaction ends, so nothing the import relies on can change. */
export async function lockForImport(tx: Orm): Promise<void> {
  await lockTaskRows(tx)
  await tx.select({ id: taskTypes.id }).from(taskTypes).orderBy(taskTypes.id).for('key share')
}

export async function readForImport(orm: Orm) {
  const types = await orm
    .select({ id: taskTypes.id, name: taskTypes.name, chunkSize: taskTypes.chunkSize })
    .from(taskTypes)
    .orderBy(taskTypes.id)
  const ends = await orm
    .select({ typeId: tasks.taskTypeId, position: max(tasks.position) })
    .from(tasks)
    .groupBy(tasks.taskTypeId)
  return {
    typesByName: mapByName(types),
    /** Last position in each type with tasks. */
    lastPositions: new Map(ends.map((end) => [end.typeId, end.position ?? 0])),
  }
}

/** Returns the tasks of the database, within a transaction that has locked them. */
export function storedTasks(tx: Orm): ImportedTasks {
  return {
    find: (ids) => findTasks(tx, ids),
    findConflicting: (requested) => findConflictingTasks(tx, requested),
    newIds: (count) => reserveTaskIds(tx, count),
    write: (toWrite) => writeTasks(tx, toWrite),
  }
}

export async function findTasks(tx: Orm, taskIds: readonly number[]): Promise<Map<number, ExistingTask>> {
  if (taskIds.length === 0) return new Map()
  const inProgress = tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, tasks.id), isNull(runs.endedAt)))
  const rows = await tx
    .select({ ...getTableColumns(tasks), isBusy: sql<boolean>`${exists(inProgress)}` })
    .from(tasks)
    .where(isInList(tasks.id, taskIds))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds tasks that share a name within a type, or a pair of spreadsheets, with requested tasks. */
async function findConflictingTasks(tx: Orm, requested: readonly StoredTask[]): Promise<Task[]> {
  if (requested.length === 0) return []
  const conflictingIds = sql`(
    with requested as (select * from ${buildRecords(requested)})
    select named.id from requested
      join ${tasks} as named on named.task_type_id = requested.task_type_id and named.name = requested.name
    union
    select named.id from requested
      join ${tasks} as named
        on named.task_type_id = requested.task_type_id and starts_with(named.name, requested.name || ' (')
      where not requested.has_own_name
    union
    select paired.id from requested
      join ${tasks} as paired
        on paired.source_ss_id = requested.source_ss_id and paired.target_ss_id = requested.target_ss_id)`
  return tx.select().from(tasks).where(sql`${tasks.id} in ${conflictingIds}`)
}

/** Creates or updates tasks by ID. Writes them in order, so a task may take a name given up by an earlier task. */
async function writeTasks(tx: Orm, toWrite: readonly TaskToWrite[]): Promise<void> {
  if (toWrite.length === 0) return
  const names = (columns: readonly string[]) => sql.raw(columns.join(', '))
  const changed = [...Object.values<string>(taskSettings.names), 'position', 'owner'].map(snakeCase)
  const changes = changed.map((column) => `${column} = excluded.${column}`)
  const columns = names(['id', 'created_by', ...changed])
  await tx.execute(sql`
    insert into ${tasks} (${columns}) overriding system value select ${columns} from ${buildRecords(toWrite)}
    on conflict (id) do update set ${names(changes)}`)
  const otherIds = toWrite.filter(({ copiesOther }) => copiesOther).map(({ id }) => id)
  if (otherIds.length > 0) await tx.update(tasks).set({ verifiedAt: null }).where(isInList(tasks.id, otherIds))
}

/** Passes tasks as rows in a single parameter, because thousands of parameters take longer to parse than to execute. */
function buildRecords(stored: readonly StoredTask[]): SQL {
  const records = stored.map((task) =>
    Object.fromEntries(Object.entries(task).map(([column, value]) => [snakeCase(column), value])),
  )
  return sql`jsonb_populate_recordset(null::${tasks}, ${JSON.stringify(records)}::jsonb)`
}

function snakeCase(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
