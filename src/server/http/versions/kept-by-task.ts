import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '#server/http/change-feed.ts'
import { inSnapshot, type Orm } from '#server/storage/database.ts'
import type { ChangeSubject } from './change-counter.ts'

/** Keeps what was read of each task, and reads only the tasks again that have changed since, on this node or another. */
export interface KeptByTask<Value> {
  /** Runs several reads on one consistent state of the database, as of which `valuesOf` returns what is kept. */
  inSnapshot<Result>(orm: Orm, read: (tx: Orm, valuesOf: ValuesOf<Value>) => Promise<Result>): Promise<Result>
}

/** By task id. The ids have been read in the same snapshot. */
type ValuesOf<Value> = (taskIds: readonly number[]) => Promise<ReadonlyMap<number, Value>>

interface Options<Value> {
  changes: Pick<ChangeFeed, 'subscribe' | 'caughtUp'>
  /** A change of `task_types` outdates all values, any other that of the task it names. */
  outdatedBy: ReadonlySet<ChangeSubject | 'task'>
  /** How many tasks to keep; those that nobody has asked for are dropped first. */
  max: number
  read: (tx: Orm, taskIds: readonly number[]) => Promise<ReadonlyMap<number, Value>>
}

/** What this node has learned of changes since just before a snapshot was taken. */
interface Snapshot {
  readonly changedIds: Set<number>
  /** Any task may have changed. */
  isOutdated: boolean
}

/**
 * A value is stored only if this node has learned of no change of its task since just before the snapshot in which the value
 * was read. It is used in a later snapshot only if none has been learned of by the time the node knows of everything before
 * that snapshot. Both snapshots then show the same changes of the task.
 */
export function createKeptByTask<Value extends object>(options: Options<Value>): KeptByTask<Value> {
  const { changes, outdatedBy, max, read } = options
  const kept = new LRUCache<number, Value>({ max })
  const snapshots = new Set<Snapshot>()

  function outdate(taskId: number): void {
    kept.delete(taskId)
    for (const { changedIds } of snapshots) changedIds.add(taskId)
  }

  function outdateAll(): void {
    kept.clear()
    for (const snapshot of snapshots) snapshot.isOutdated = true
  }

  changes.subscribe({
    onPayload(payload) {
      const [subject = '', taskId] = payload.split(':')
      if (!(outdatedBy as ReadonlySet<string>).has(subject)) return
      if (taskId === undefined) outdateAll()
      else outdate(Number(taskId))
    },
    onGap: outdateAll,
  })

  async function valuesOf(tx: Orm, snapshot: Snapshot, taskIds: readonly number[]): Promise<Map<number, Value>> {
    await changes.caughtUp().catch(() => {
      snapshot.isOutdated = true
    })
    const isUnchanged = (taskId: number) => !snapshot.isOutdated && !snapshot.changedIds.has(taskId)
    const values = new Map<number, Value>()
    const unknownIds: number[] = []
    for (const taskId of taskIds) {
      const value = isUnchanged(taskId) ? kept.get(taskId) : undefined
      if (value) values.set(taskId, value)
      else unknownIds.push(taskId)
    }
    if (unknownIds.length === 0) return values
    for (const [taskId, value] of await read(tx, unknownIds)) {
      values.set(taskId, value)
      if (isUnchanged(taskId)) kept.set(taskId, value)
    }
    return values
  }

  return {
    async inSnapshot(orm, work) {
      const snapshot: Snapshot = { changedIds: new Set(), isOutdated: false }
      snapshots.add(snapshot)
      try {
        return await inSnapshot(orm, (tx) => work(tx, (taskIds) => valuesOf(tx, snapshot, taskIds)))
      } finally {
        snapshots.delete(snapshot)
      }
    },
  }
}
