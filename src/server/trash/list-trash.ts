import { count, desc, eq, lt, sql } from 'drizzle-orm'
import { MAX_TRASH_NAMES } from '#contract/trash.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { allTasks, allTaskTypes, deletions } from '#server/storage/schema.ts'

type Deletion = typeof deletions.$inferSelect

export interface TrashRow extends Deletion {
  /** Number of tasks, or of types if there are no tasks. */
  count: number
  /** Names of the first tasks or types, in their order. */
  names: string[]
  /** The types of the tasks. */
  typeNames: string[]
}

/** Lists the trash, newest first. */
export async function listTrash(
  orm: Orm,
  { beforeId, limit }: { beforeId?: number | undefined; limit: number },
): Promise<TrashRow[]> {
  const entries = await orm
    .select()
    .from(deletions)
    .where(beforeId === undefined ? undefined : lt(deletions.id, beforeId))
    .orderBy(desc(deletions.id))
    .limit(limit)
  const ids = entries.map(({ id }) => id)
  if (ids.length === 0) return []
  const [ofTasks, ofTypes] = [await readTasks(orm, ids), await readTypes(orm, ids)]
  const nothing = { count: 0, names: [], typeNames: [] }
  return entries.map((entry) => ({ ...entry, ...(ofTasks.get(entry.id) ?? ofTypes.get(entry.id) ?? nothing) }))
}

type Content = Pick<TrashRow, 'count' | 'names' | 'typeNames'>

async function readTasks(orm: Orm, ids: readonly number[]): Promise<Map<number | null, Content>> {
  const { deletionId, name, position, trashOrder } = allTasks
  const inOrder = sql`order by ${allTaskTypes.position}, ${allTaskTypes.id}, ${position}, ${trashOrder}`
  const rows = await orm
    .select({
      deletionId,
      count: count(),
      names: sql<string[]>`to_jsonb((array_agg(${name} ${inOrder}))[1:${MAX_TRASH_NAMES}])`,
      typeNames: sql<string[]>`to_jsonb((array_agg(distinct ${allTaskTypes.name}))[1:${MAX_TRASH_NAMES}])`,
    })
    .from(allTasks)
    .innerJoin(allTaskTypes, eq(allTaskTypes.id, allTasks.taskTypeId))
    .where(isInList(deletionId, ids))
    .groupBy(deletionId)
  return new Map(rows.map(({ deletionId: id, ...content }) => [id, content]))
}

async function readTypes(orm: Orm, ids: readonly number[]): Promise<Map<number | null, Content>> {
  const { deletionId, name } = allTaskTypes
  const rows = await orm.select({ deletionId, name }).from(allTaskTypes).where(isInList(deletionId, ids))
  return new Map(rows.map((row) => [row.deletionId, { count: 1, names: [row.name], typeNames: [] }]))
}
