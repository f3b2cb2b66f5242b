import { and, eq, gte } from 'drizzle-orm'
import { findPreference } from '#domain/tasks/lent-access.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Google } from '#server/google/google.ts'
import type { Orm } from '#server/storage/database.ts'
import { watchedSources } from '#server/storage/schema.ts'
import { type IntervalTask, listIdleHeldTasks, listIntervalTasks } from '#server/tasks/interval-tasks.ts'

/** Maximum questions to Drive per poll. The remaining tasks are checked when they are due again. */
const MAX_ASKED = 50

/** Maximum age of a watched source's last check. At night, sources are checked every five minutes. */
const WATCHED_WITHIN_MS = 10 * MINUTE_MS

export type DriveEdits = Pick<Google, 'selectDriveAccount' | 'readEdits'>

interface Options {
  orm: Orm
  google: DriveEdits
  /** Returns the tasks started by their intervals now. */
  dueAmong: (tasks: readonly IntervalTask[]) => readonly IntervalTask[]
  signal: AbortSignal
  now: Date
}

/** Asks Drive which held tasks had edits of their sources since their last runs began. */
export async function findChangedSources({
  orm,
  google,
  dueAmong,
  signal,
  now,
}: Options): Promise<ReadonlySet<number>> {
  const changed = new Set<number>()
  const held = await listIdleHeldTasks(orm)
  if (held.length === 0) return changed
  const heldIds = held.map(({ id }) => id)
  const due = new Set(dueAmong(await listIntervalTasks(orm, heldIds)).map(({ id }) => id))
  const editedAt = new Map<string, Promise<Date | undefined>>()
  for (const task of held.filter(({ id }) => due.has(id)).slice(0, MAX_ASKED)) {
    const { account, name } = await google.selectDriveAccount(findPreference(task))
    if (!account) continue
    const key = JSON.stringify([task.sourceSsId, name])
    const question = { sourceSsId: task.sourceSsId, account, signal }
    const edited = editedAt.get(key) ?? lastEdit({ orm, google, now }, question)
    editedAt.set(key, edited)
    const at = await edited
    if (at && task.startedAt && at > task.startedAt) changed.add(task.id)
  }
  return changed
}

type Question = Parameters<DriveEdits['readEdits']>[1] & { sourceSsId: string }

/** Reads the last edit of a source; undefined if Drive does not tell. The task then waits for a person. */
async function lastEdit(
  { orm, google, now }: Pick<Options, 'orm' | 'google' | 'now'>,
  { sourceSsId, ...request }: Question,
): Promise<Date | undefined> {
  // If edits run a task, Drive has already been asked.
  const isWatched = and(
    eq(watchedSources.sourceSsId, sourceSsId),
    eq(watchedSources.account, request.account.name),
    gte(watchedSources.polledAt, new Date(now.getTime() - WATCHED_WITHIN_MS)),
  )
  const [watched] = await orm.select().from(watchedSources).where(isWatched)
  if (watched) return watched.editedAt ?? undefined
  const state = await google.readEdits(sourceSsId, request)
  return state.kind === 'seen' ? state.modifiedAt : undefined
}
