import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RunStatus } from '#domain/runs/run-status.ts'
import type { Orm } from '#server/storage/database.ts'
import { type EndedAttempt, endAttempt, endCopies } from './end-attempt.ts'

/** Records how an attempt ended; see `endAttempt`. */
export type EndRecorder = (ended: EndedAttempt) => Promise<RunStatus | undefined>

type Recorded = Promise<ReadonlyMap<EndedAttempt, RunStatus>>

/**
 * Records the ends of the attempts of a node. Those of copies that end in the same turn of the event loop share a transaction.
 * What that one leaves out, or fails with, is recorded by itself, so that no run depends on what others leave behind.
 */
export function createEndRecorder(orm: Orm): EndRecorder {
  let group: { copies: EndedAttempt[]; recorded: Recorded } | undefined

  async function recordGroup(copies: EndedAttempt[]): Recorded {
    await nextTurn()
    group = undefined
    if (copies.length === 1) return new Map()
    return await endCopies(orm, copies).catch(() => new Map())
  }

  function joinGroup(copy: EndedAttempt): Recorded {
    if (group) group.copies.push(copy)
    else {
      const copies = [copy]
      group = { copies, recorded: recordGroup(copies) }
    }
    return group.recorded
  }

  return async (ended) => {
    const recorded = ended.end.kind === 'copied' ? await joinGroup(ended) : undefined
    return recorded?.get(ended) ?? (await endAttempt(orm, ended))
  }
}
