import { preferenceOf } from '#domain/tasks/lent-access.ts'
import type { Google } from '#server/google/google.ts'
import type { Orm } from '#server/storage/database.ts'
import { listHeldTasks } from '#server/tasks/interval-tasks.ts'

/** Maximum questions to Drive in one poll; the other tasks are asked about when they are due again. */
const MAX_ASKED = 50

export type DriveEdits = Pick<Google, 'driveAccountOf' | 'readEdits'>

interface Options {
  orm: Orm
  google: DriveEdits
  /** The tasks that their intervals start now. */
  dueIds: readonly number[]
  signal: AbortSignal
}

/** The held tasks whose sources were edited since their last runs began, as Drive says. */
export async function findChangedSources({ orm, google, dueIds, signal }: Options): Promise<ReadonlySet<number>> {
  const changed = new Set<number>()
  const editedAt = new Map<string, Promise<Date | undefined>>()
  for (const task of (await listHeldTasks(orm, dueIds)).slice(0, MAX_ASKED)) {
    const { account, name } = await google.driveAccountOf(preferenceOf(task))
    if (!account) continue
    const key = JSON.stringify([task.sourceSsId, name])
    const edited = editedAt.get(key) ?? askDrive(google, { sourceSsId: task.sourceSsId, account, signal })
    editedAt.set(key, edited)
    const at = await edited
    if (at && task.startedAt && at > task.startedAt) changed.add(task.id)
  }
  return changed
}

type Question = Parameters<DriveEdits['readEdits']>[1] & { sourceSsId: string }

/** Undefined where Drive does not say: the task then waits for a person. */
async function askDrive(google: DriveEdits, { sourceSsId, ...request }: Question): Promise<Date | undefined> {
  const state = await google.readEdits(sourceSsId, request)
  return state.kind === 'seen' ? state.modifiedAt : undefined
}
