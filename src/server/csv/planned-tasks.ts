import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type StoredTask, taskKeys } from '#domain/csv/task-import.ts'
import type { Orm } from '#server/storage/database.ts'
import { type ExistingTask, type ImportedTasks, storedTasks, type TaskToWrite } from './imported-task-rows.ts'

/**
 * Plans an import without writing. Planned rows are kept in memory and override the rows of the database. No lock makes anybody
 * wait, and no ID is used up.
 */
export async function planTasks(orm: Orm): Promise<ImportedTasks> {
  const stored = storedTasks(orm)
  const planned = new Map<number, TaskToWrite>()
  const ownerByKey = new Map<string, TaskToWrite>()
  let lastId = await lastTaskId(orm)

  const asPlanned = <T extends StoredTask>(task: T): T => ({ ...task, ...planned.get(task.id) })

  function plan(task: TaskToWrite): void {
    for (const key of listKeys(planned.get(task.id))) if (ownerByKey.get(key)?.id === task.id) ownerByKey.delete(key)
    for (const key of taskKeys(task)) ownerByKey.set(key, task)
    planned.set(task.id, task)
  }

  return {
    async find(ids) {
      const existing = await stored.find(ids)
      return new Map([...existing].map(([id, task]): [number, ExistingTask] => [id, asPlanned(task)]))
    },
    async findConflicting(requested) {
      const owners = requested.flatMap((task) => taskKeys(task).flatMap((key) => ownerByKey.get(key) ?? []))
      return [...(await stored.findConflicting(requested)).map(asPlanned), ...owners]
    },
    async newIds(count) {
      const first = lastId + 1
      lastId += count
      return Array.from({ length: count }, (_, index) => first + index)
    },
    async write(toWrite) {
      for (const task of toWrite) plan(task)
    },
  }
}

function listKeys(task: TaskToWrite | undefined): readonly string[] {
  return task ? taskKeys(task) : []
}

/** Reads the last used ID. The import will probably use the following IDs. */
async function lastTaskId(orm: Orm): Promise<number> {
  const sequence = sql`pg_get_serial_sequence('all_tasks', 'id')::regclass`
  const { rows } = LastId.parse(await orm.execute(sql`select coalesce(pg_sequence_last_value(${sequence}), 0) as id`))
  return rows[0]?.id ?? 0
}

const LastId = z.object({ rows: z.array(z.object({ id: z.coerce.number() })) })
