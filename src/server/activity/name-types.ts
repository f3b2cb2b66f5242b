import { and, eq, isNotNull } from 'drizzle-orm'
import type { FieldChange } from '#contract/field-change.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { allTaskTypes } from '#server/storage/schema.ts'

/** Fields with the ID of a task type, and their labels once they show its name. */
const TYPE_FIELDS: ReadonlyMap<string, string> = new Map([
  ['sync_task_type_id', 'task_type'],
  ['depends_on_id', 'depends_on'],
])

/** Rows whose changes name task types as they are called now, instead of by their IDs. */
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

/** The name of a task type if that is in the trash. */
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
