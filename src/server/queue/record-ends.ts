import { setImmediate as nextTurn } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { Logger } from 'pino'
import { describeFailure } from '#domain/failures/failure.ts'
import type { RunStatus } from '#domain/runs/run-status.ts'
import { endRunAlone } from '#server/runs/attempt-lease.ts'
import type { Orm } from '#server/storage/database.ts'
import { findDatabaseFault } from '#server/storage/database-fault.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'
import type { EndedAttempt } from './attempt-end.ts'
import { endAttempt, endCopies } from './end-attempt.ts'

/** Records how an attempt ended; see `endAttempt`. */
export type EndRecorder = (ended: EndedAttempt) => Promise<RunStatus | undefined>

/** Maximum times the end of a run is saved before an Error takes its place. */
const MAX_TRIES = 2

type Recorded = Promise<ReadonlyMap<EndedAttempt, RunStatus>>

/**
 * Records the ends of the attempts of a node. Copies that end in the same turn of the event loop share a transaction. An end
 * that this transaction omits or refuses is recorded alone, so no run depends on the others.
 *
 * If the database refuses an end twice, the run ends in Error, because its next attempt would end the same way. An unreachable
 * or busy database has refused nothing: the lease expires and the run is resumed.
 */
export function createEndRecorder(orm: Orm, { logger }: { logger: Logger }): EndRecorder {
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

  async function recordAlone(ended: EndedAttempt): Promise<RunStatus | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await endAttempt(orm, ended)
      } catch (error) {
        if (findDatabaseFault(error)) throw error
        if (tries === MAX_TRIES) return await recordError(ended, error)
      }
    }
  }

  async function recordError(ended: EndedAttempt, refusal: unknown): Promise<RunStatus | undefined> {
    const { attempt, writesLandBy, now } = ended
    const { taskId, runId } = attempt
    const log = logger.child({ taskId, runId })
    log.error({ err: refusal }, 'End of run refused')
    const failure = { cause: 'end_not_saved', problem: describeProblem(refusal) } as const
    try {
      return await endAttempt(orm, { ...ended, end: { kind: 'notSaved', failure } })
    } catch (error) {
      if (findDatabaseFault(error)) throw error
      log.error({ err: error }, 'Error in place of the end of run refused')
    }
    const status = await endRunAlone(orm, { attempt, failure, writesLandBy, now })
    if (status === undefined) return undefined
    const line = { taskId, runId, level: 'ERROR', message: describeFailure(failure), at: now } as const
    await appendTaskLogs(orm, [line]).catch((err: unknown) => log.error({ err }, 'Line of the log refused'))
    return status
  }

  return async (ended) => {
    const recorded = ended.end.kind === 'finished' ? await joinGroup(ended) : undefined
    return recorded?.get(ended) ?? (await recordAlone(ended))
  }
}

/** Describes why a statement was refused. Leaves out the message of the ORM, which repeats the statement with its values. */
function describeProblem(error: unknown): string {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
