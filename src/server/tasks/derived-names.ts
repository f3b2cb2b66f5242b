import { and, eq, ne, or, sql } from 'drizzle-orm'
import { chooseFreeName, listDerivedNames } from '#domain/tasks/task-name.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { findTitle } from './spreadsheet-titles.ts'

interface NamedIn {
  /** The task to name. */
  readonly id: number
  readonly taskTypeId: number
  /** The default name, derived from the task's tabs. */
  readonly followed: string
}

/** Finds a free name for a new task without a chosen name. The caller must hold the lock on task rows. */
export async function deriveName(
  tx: Orm,
  { sourceSsId, title, ...named }: NamedIn & { readonly sourceSsId: string; readonly title: string | undefined },
): Promise<string> {
  const taken = await readTakenNames(tx, named)
  if (!taken.has(named.followed)) return named.followed
  const names = listDerivedNames({ ...named, title: title ?? (await findTitle(tx, sourceSsId)) ?? '' })
  return chooseFreeName(names, (name) => taken.has(name))
}

/** Returns the default name of an edited task, or its current name if another task of the type has the default. */
export async function keepNameIfTaken(
  tx: Orm,
  { before, ...named }: NamedIn & { readonly before: string },
): Promise<string> {
  const taken = await readTakenNames(tx, named)
  return chooseFreeName([named.followed, before], (name) => name !== before && taken.has(name))
}

/** Whether a task of the type already has this name. */
export async function isNameTaken(
  orm: Orm,
  { taskTypeId, name }: { taskTypeId: number; name: string },
): Promise<boolean> {
  return (await orm.$count(tasks, and(eq(tasks.taskTypeId, taskTypeId), eq(tasks.name, name)))) > 0
}

/** Reads names of other tasks of the type that begin like the derived names. */
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
