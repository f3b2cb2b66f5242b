import { and, eq, isNotNull } from 'drizzle-orm'
import type { FieldChange } from '#contract/field-change.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { allTaskTypes } from '#server/storage/schema.ts'

/** Fields with the ID of a task type, and their new keys once they show its name. */
const TYPE_FIELDS: ReadonlyMap<string, string> = new Map([
  ['sync_task_type_id', 'task_type'],
  ['depends_on_id', 'depends_on'],
])

/** Replaces IDs of task types in changes by their current names. */
export async function nameTypes<Row extends { changes: FieldChange[] }>(
  orm: Orm,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = new Set(rows.flatMap(({ changes }) => changes.flatMap(typeIdsIn)))
  if (ids.size === 0) return [...rows]
  const names = await readTypeNames(orm, [...ids])
  const findName = (id: string | null) => (id === null || id === '' ? id : (names.get(Number(id)) ?? `${id} (deleted)`))
  const named = (change: FieldChange): FieldChange => {
    const field = TYPE_FIELDS.get(change.field)
    return field === undefined ? change : { field, before: findName(change.before), after: findName(change.after) }
  }
  return rows.map((row) => ({ ...row, changes: row.changes.map(named) }))
}

/** Returns the name of a task type in the trash; undefined if it is not there. */
export async function nameInTrash(orm: Orm, typeId: number): Promise<string | undefined> {
  const isInTrash = and(eq(allTaskTypes.id, typeId), isNotNull(allTaskTypes.deletionId))
  const [type] = await orm.select({ name: allTaskTypes.name }).from(allTaskTypes).where(isInTrash)
  return type?.name
}

function typeIdsIn({ field, before, after }: FieldChange): number[] {
  return TYPE_FIELDS.has(field) ? [before, after].filter(Boolean).map(Number) : []
}

async function readTypeNames(orm: Orm, ids: readonly number[]): Promise<Map<number, string>> {
  const types = await orm
    .select({ id: allTaskTypes.id, name: allTaskTypes.name, deletionId: allTaskTypes.deletionId })
    .from(allTaskTypes)
    .where(isInList(allTaskTypes.id, ids))
  return new Map(types.map(({ id, name, deletionId }) => [id, deletionId === null ? name : `${name} (in the trash)`]))
}
