import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import { chooseFreeName, listDerivedNames } from '#domain/tasks/task-name.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'

interface NamedIn {
  /** The task to name. */
  readonly id: number
  readonly taskTypeId: number
  /** The name that follows from its tabs. */
  readonly followed: string
}

/** The first free name for a new task whose name nobody chose. Locks nothing: the caller has locked the rows of tasks. */
export async function deriveName(
  tx: Orm,
  { sourceSsId, title, ...named }: NamedIn & { readonly sourceSsId: string; readonly title: string | undefined },
): Promise<string> {
  const taken = await readTakenNames(tx, named)
  if (!taken.has(named.followed)) return named.followed
  const names = listDerivedNames({ ...named, title: title ?? (await findTitle(tx, sourceSsId)) ?? '' })
  return chooseFreeName(names, (name) => taken.has(name))
}

/** The name that follows from the tabs of a task, or the one it has where another task of its type has that. */
export async function keepNameIfTaken(
  tx: Orm,
  { before, ...named }: NamedIn & { readonly before: string },
): Promise<string> {
  const taken = await readTakenNames(tx, named)
  return chooseFreeName([named.followed, before], (name) => name !== before && taken.has(name))
}

/** Whether another task of the type has a name. */
export async function isNameTaken(
  orm: Orm,
  { taskTypeId, name }: { taskTypeId: number; name: string },
): Promise<boolean> {
  return (await orm.$count(tasks, and(eq(tasks.taskTypeId, taskTypeId), eq(tasks.name, name)))) > 0
}

/** The names of other tasks of the type that begin as the derived ones do. */
async function readTakenNames(tx: Orm, { id, taskTypeId, followed }: NamedIn): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ name: tasks.name })
    .from(tasks)
    .where(
      and(
        ne(tasks.id, id),
        eq(tasks.taskTypeId, taskTypeId),
        or(eq(tasks.name, followed), sql`starts_with(${tasks.name}, ${`${followed} (`})`),
      ),
    )
  return new Set(rows.map(({ name }) => name))
}

/** The title of a spreadsheet as another task knows it. */
export async function findTitle(orm: Orm, ssId: string): Promise<string | undefined> {
  const [asSource] = await orm
    .select({ title: tasks.sourceSsName })
    .from(tasks)
    .where(and(eq(tasks.sourceSsId, ssId), isNotNull(tasks.sourceSsName)))
    .limit(1)
  if (asSource?.title) return asSource.title
  const [asTarget] = await orm
    .select({ title: tasks.targetSsName })
    .from(tasks)
    .where(and(eq(tasks.targetSsId, ssId), isNotNull(tasks.targetSsName)))
    .limit(1)
  return asTarget?.title ?? undefined
}
