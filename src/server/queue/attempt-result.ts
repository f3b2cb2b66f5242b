import type { AttemptEnding } from '#contract/run-figures.ts'
import type { LogLevel } from '#contract/task-log.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import { pluralize } from '#domain/pluralize.ts'
import { retryOrGiveUp } from '#domain/runs/retry-or-give-up.ts'
import { NO_COUNTS, pickCounts } from '#domain/runs/run-counts.ts'
import { toOutcomes } from '#domain/runs/run-outcomes.ts'
import { SyncFailure } from '#engine/job/sync-failure.ts'
import { isSuccess, type SyncOutcome } from '#engine/outcome.ts'
import type { CopyFigures, LockedAttempt, RunEnd } from '#server/runs/finish-attempts.ts'
import type { EndedAttempt } from './attempt-end.ts'

/** How an attempt changes its run. */
export interface AttemptResult extends Partial<Omit<RunEnd, 'status' | 'writesLandBy'>> {
  status: Exclude<AttemptEnding, 'lost' | 'handed_back'>
  figures?: CopyFigures
}

/** The last line in the log of an attempt. */
export interface EndLine {
  level: LogLevel
  message: string
}

interface Ending {
  /** Undefined if the run continues with another attempt. */
  result: AttemptResult | undefined
  line?: EndLine | undefined
}

/** Decides how the end of an attempt changes its run. A person may have stopped the run meanwhile. */
export function decideResult(ended: EndedAttempt, from: LockedAttempt['status']): Ending {
  const { end, now } = ended
  if (from === 'Stopping' || end.kind === 'stopped') {
    const figures = end.kind === 'finished' && { figures: buildFigures(end.outcome) }
    return { result: { status: 'Stopped', endedAt: now, ...figures }, line: { level: 'WARNING', message: 'Stopped.' } }
  }
  switch (end.kind) {
    case 'finished': {
      const status = isSuccess(end.outcome) ? 'Success' : 'Warning'
      return { result: { status, endedAt: now, figures: buildFigures(end.outcome) } }
    }
    case 'failed':
      return decideFailure(end.error, ended)
    case 'notSaved': {
      const { failure } = end
      return {
        result: { status: 'Error', endedAt: now, failure },
        line: { level: 'ERROR', message: describeFailure(failure) },
      }
    }
    case 'handedBack': {
      if (!end.failure) return { result: undefined }
      const message = `${describeFailure(end.failure)} The run resumes where it can.`
      return { result: undefined, line: { level: 'WARNING', message } }
    }
  }
}

function buildFigures(outcome: SyncOutcome): CopyFigures {
  const isHeld = outcome.kind === 'held'
  const isSkipped = outcome.kind === 'skipped'
  const counts = isHeld ? (outcome.before ?? NO_COUNTS) : isSkipped ? NO_COUNTS : pickCounts(outcome)
  const rowsTotal = isSkipped ? null : outcome.rows
  return { ...counts, ...toOutcomes(outcome.kind), rowsDone: isHeld ? 0 : rowsTotal, rowsTotal }
}

/** Decides whether another attempt follows a failed attempt. */
function decideFailure(error: unknown, { attempt, retry, now }: EndedAttempt): Ending {
  const known = error instanceof SyncFailure ? error : undefined
  const failure = known?.failure ?? { cause: 'unexpected' as const }
  const reason = describeFailure(failure)
  const isPermanent = known?.retryable === false
  const after = retryOrGiveUp({ attempt: attempt.number, isPermanent, ...retry, now })
  if (after.status === 'Failed') {
    const { nextAttemptAt, attemptsLeft } = after
    const left = pluralize(attemptsLeft, 'attempt')
    const message = `${reason} Retrying in ${retry.retryDelaySeconds} s (${left} left).`
    return { result: { status: 'Failed', nextAttemptAt, failure }, line: { level: 'ERROR', message } }
  }
  const isLastOfSeveral = !isPermanent && attempt.number > 1
  const message = isLastOfSeveral ? `${reason} Gave up after ${attempt.number} attempts.` : reason
  return { result: { status: 'Error', endedAt: now, failure }, line: { level: 'ERROR', message } }
}
