import { type getTableColumns, inArray, max, or, type SQL, sql } from 'drizzle-orm'
import type { KeptTask } from '#domain/csv-task-import.ts'
import type { Orm } from './database.ts'
import { tasks, taskTypes } from './schema.ts'
import type { Task } from './tasks.ts'

/** What an import of tasks goes by, locked until the transaction ends: no task is made, moved or renamed meanwhile. */
export async function lockForImport(tx: Orm) {
  const types = await tx
    .select({ id: taskTypes.id, name: taskTypes.name, chunkSize: taskTypes.chunkSize })
    .from(taskTypes)
    .orderBy(taskTypes.id)
    .for('no key update')
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

export async function findTasks(tx: Orm, taskIds: readonly number[]): Promise<Map<number, Task>> {
  if (taskIds.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(tasks)
    .where(inArray(tasks.id, [...taskIds]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The tasks that have a name within a type, or a pair of spreadsheets, in common with those wanted. */
export async function findRivals(tx: Orm, wanted: readonly KeptTask[]): Promise<Task[]> {
  if (wanted.length === 0) return []
  const names = wanted.map((task) => sql`(${task.taskTypeId}::integer, ${task.name})`)
  const pairs = wanted.map((task) => sql`(${task.sourceSsId}, ${task.targetSsId})`)
  return tx
    .select()
    .from(tasks)
    .where(
      or(
        sql`(${tasks.taskTypeId}, ${tasks.name}) in (${sql.join(names, sql`, `)})`,
        sql`(${tasks.sourceSsId}, ${tasks.targetSsId}) in (${sql.join(pairs, sql`, `)})`,
      ),
    )
}

type TaskToWrite = KeptTask & { position: number; createdBy: string }

/** Makes or changes tasks by their ids, one after the other, so that one may take a name that an earlier one gave up. */
export async function writeTasks(tx: Orm, toWrite: readonly TaskToWrite[]): Promise<void> {
  if (toWrite.length === 0) return
  await tx
    .insert(tasks)
    .overridingSystemValue()
    .values([...toWrite])
    .onConflictDoUpdate({ target: tasks.id, set: excludedSettings })
}

const excludedSettings = {
  taskTypeId: excluded('taskTypeId'),
  name: excluded('name'),
  sourceSsId: excluded('sourceSsId'),
  targetSsId: excluded('targetSsId'),
  sourceSheetName: excluded('sourceSheetName'),
  targetSheetName: excluded('targetSheetName'),
  scheduledTimes: excluded('scheduledTimes'),
  relevantUserAccounts: excluded('relevantUserAccounts'),
  chunkSize: excluded('chunkSize'),
  startRow: excluded('startRow'),
  maxConcurrentTasks: excluded('maxConcurrentTasks'),
  isActive: excluded('isActive'),
  position: excluded('position'),
}

/** What the row to write holds in a column. */
function excluded(column: keyof ReturnType<typeof getTableColumns<typeof tasks>>): SQL {
  const name = column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return sql`excluded.${sql.identifier(name)}`
}
