import { eq, sql } from 'drizzle-orm'
import { assertMove, type RunStatus } from '#domain/runs/run-state.ts'
import { SECOND_MS } from '#domain/time.ts'
import { rememberCopy } from '#server/runs/last-copy.ts'
import { type Attempt, handBack, lockHeldRun, type RunRow } from '#server/runs/leases.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks } from '#server/storage/schema.ts'
import { SyncFailure } from '#server/sync/sync-failure.ts'
import type { SyncOutcome } from '#server/sync/sync-job.ts'
import type { RunReport } from './run-report.ts'
import type { WakeLine } from './wake-signal.ts'

/** How an attempt ended. */
export type AttemptEnd =
  | { kind: 'copied'; outcome: SyncOutcome; publish: (tx: Orm) => Promise<void> }
  | { kind: 'failed'; error: unknown }
  | { kind: 'stopped' }
  | { kind: 'handedBack' }

interface Options {
  attempt: Attempt
  /** As it was when the attempt began. */
  task: RunWork['task']
  report: RunReport
  retry: { maxRetries: number; delaySeconds: number }
  line: WakeLine
  now: Date
}

/**
 * Records how an attempt ended, all in one transaction; nothing when the run is no longer the attempt's. A stop that was
 * asked before the end wins over any other end.
 */
export async function endAttempt(orm: Orm, end: AttemptEnd, options: Options): Promise<void> {
  const { attempt, report, line, now } = options
  await orm.transaction(async (tx) => {
    const from = await lockHeldRun(tx, attempt)
    if (!from) return
    if (end.kind === 'copied') await recordCopy(tx, { from, end, options })
    if (from === 'Stopping' || end.kind === 'stopped') await recordStop(tx, { from, options })
    else if (end.kind === 'copied') await move(tx, { from, to: end.outcome.status, options, change: { endedAt: now } })
    else if (end.kind === 'failed') await recordFailure(tx, { from, error: end.error, options })
    else await handBack(tx, { attempt, now })
    await report.flush(tx)
    await line.wake(tx)
  })
}

interface Move {
  from: 'Running' | 'Stopping'
  to: RunStatus
  options: Options
  change: Partial<RunRow>
}

async function move(tx: Orm, { from, to, options, change }: Move): Promise<void> {
  assertMove({ from, to })
  await tx
    .update(runs)
    .set({
      ...change,
      status: to,
      errorCount: sql`${runs.errorCount} + ${options.report.errorCount}`,
      leaseOwner: null,
      leaseUntil: null,
      waitingUntil: null,
    })
    .where(eq(runs.id, options.attempt.runId))
}

async function recordStop(tx: Orm, { from, options }: Pick<Move, 'from' | 'options'>): Promise<void> {
  options.report.ports.log('WARNING', 'Stopped.')
  await move(tx, { from, to: 'Stopped', options, change: { endedAt: options.now } })
}

async function recordCopy(
  tx: Orm,
  { from, end, options }: Pick<Move, 'from' | 'options'> & { end: Extract<AttemptEnd, { kind: 'copied' }> },
): Promise<void> {
  const { outcome, publish } = end
  const { attempt, task, now } = options
  const { held, rows, width, cellsChanged } = outcome
  await tx
    .update(runs)
    .set({ ...usageAdded(outcome), cellsChanged, isHeld: held, rowsDone: held ? 0 : rows, rowsTotal: rows })
    .where(eq(runs.id, attempt.runId))
  await recordTitles(tx, { taskId: attempt.taskId, titles: outcome })
  if (held) return
  const isSuccess = from === 'Running' && outcome.status === 'Success'
  await rememberCopy(tx, { task, rows, width, successAt: isSuccess ? now : undefined })
  await publish(tx)
}

async function recordFailure(
  tx: Orm,
  { from, error, options }: Pick<Move, 'from' | 'options'> & { error: unknown },
): Promise<void> {
  const { attempt, report, retry, now } = options
  const isKnown = error instanceof SyncFailure
  if (isKnown) {
    await tx.update(runs).set(usageAdded(error)).where(eq(runs.id, attempt.runId))
    await recordTitles(tx, { taskId: attempt.taskId, titles: error })
  }
  const reason = isKnown ? error.message : `Something unexpected went wrong; the server's log has the details.`
  const mayRetry = !isKnown || error.retryable
  const retriesLeft = retry.maxRetries - attempt.number + 1
  if (mayRetry && retriesLeft > 0) {
    report.ports.log('ERROR', `${reason} Tries again in ${retry.delaySeconds} s (${attemptsLeft(retriesLeft)}).`)
    const nextAttemptAt = new Date(now.getTime() + retry.delaySeconds * SECOND_MS)
    await move(tx, { from, to: 'Failed', options, change: { nextAttemptAt } })
  } else {
    report.ports.log(
      'ERROR',
      mayRetry && attempt.number > 1 ? `${reason} Given up after ${attempt.number} attempts.` : reason,
    )
    await move(tx, { from, to: 'Error', options, change: { endedAt: now } })
  }
}

/** An unchanged title is not written: writing one makes every open page read its list again. */
async function recordTitles(tx: Orm, { taskId, titles }: { taskId: number; titles: Titles }): Promise<void> {
  const { sourceSsName, targetSsName } = tasks
  const [known] = await tx.select({ sourceSsName, targetSsName }).from(tasks).where(eq(tasks.id, taskId))
  const change = {
    ...(isNews(titles.sourceTitle, known?.sourceSsName) && { sourceSsName: titles.sourceTitle }),
    ...(isNews(titles.targetTitle, known?.targetSsName) && { targetSsName: titles.targetTitle }),
  }
  if (Object.keys(change).length > 0) await tx.update(tasks).set(change).where(eq(tasks.id, taskId))
}

type Titles = Pick<SyncOutcome, 'sourceTitle' | 'targetTitle'>

/** An empty title is one that the attempt did not get to know. */
function isNews(title: string, known: string | null | undefined): boolean {
  return title !== '' && title !== known
}

function attemptsLeft(count: number): string {
  return count === 1 ? '1 attempt left' : `${count} attempts left`
}

/** A run's figures are those of all its attempts. */
function usageAdded({ reads, writes, bytes }: Pick<SyncOutcome, 'reads' | 'writes' | 'bytes'>) {
  return {
    reads: sql`${runs.reads} + ${reads}`,
    writes: sql`${runs.writes} + ${writes}`,
    bytes: sql`${runs.bytes} + ${bytes}`,
  }
}
