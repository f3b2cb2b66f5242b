import { isPausedAt, type Pause } from '#domain/schedule/pause.ts'
import { SECOND_MS } from '#domain/time.ts'
import { isLost, listWritten, type RunState, type Situation, type TypeState } from './situation.ts'

/** The reason why a run cannot start now. */
export type StartBlocker =
  | { readonly kind: 'pause'; readonly pause: Pause }
  | { readonly kind: 'retry'; readonly until: Date }
  | { readonly kind: 'prerequisites'; readonly types: readonly TypeState[] }
  | { readonly kind: 'source'; readonly taskName: string }
  | { readonly kind: 'concurrency'; readonly running: number; readonly limit: number; readonly type: TypeState }
  | { readonly kind: 'target'; readonly writer: RunState }
  | { readonly kind: 'delay'; readonly until: Date; readonly type: TypeState }

/**
 * The run to start now; undefined when none may start.
 *
 * Lost runs go first, so no other run takes their slot under the limit. The rest follow the order on the screen, type
 * by type. A run with a blocker does not block the runs behind it.
 */
export function admit(situation: Situation): RunState | undefined {
  const { now } = situation
  const candidates = situation.runs.filter(
    (run) => run.status === 'Queued' || run.status === 'Failed' || isLost(run, now),
  )
  return candidates
    .sort((one, other) => compareOrder({ one, other }, situation))
    .find((run) => !findBlocker(run, situation))
}

function compareOrder({ one, other }: { one: RunState; other: RunState }, { now, typeById }: Situation): number {
  const typePosition = (run: RunState) => typeById.get(run.typeId)?.position ?? 0
  return (
    Number(isLost(other, now)) - Number(isLost(one, now)) ||
    typePosition(one) - typePosition(other) ||
    one.typeId - other.typeId ||
    one.position - other.position
  )
}

/** The first blocker of a waiting run, in the order users can act on them; undefined when it may start. */
export function findBlocker(run: RunState, situation: Situation): StartBlocker | undefined {
  const type = situation.typeById.get(run.typeId)
  if (!type) return undefined
  return (
    pauseBlocker(run, situation) ??
    retryBlocker(run, situation) ??
    prerequisiteBlocker(run, situation) ??
    sourceBlocker(run) ??
    concurrencyBlocker(run, { type, situation }) ??
    targetBlocker(run, situation) ??
    delayBlocker(run, { type, situation })
  )
}

/** A lost run resumes during a pause, so no target stays half written. */
function pauseBlocker(run: RunState, { pause, now }: Situation): StartBlocker | undefined {
  if (!pause || run.isUndo || isLost(run, now) || !isPausedAt(pause, now)) return undefined
  return { kind: 'pause', pause }
}

function retryBlocker({ status, nextAttemptAt }: RunState, { now }: Situation): StartBlocker | undefined {
  if (status !== 'Failed' || !nextAttemptAt || nextAttemptAt <= now) return undefined
  return { kind: 'retry', until: nextAttemptAt }
}

/** Only the first attempt waits for prerequisites. A retry continues a run already allowed to start. */
function prerequisiteBlocker({ status, typeId, queuedAt }: RunState, situation: Situation): StartBlocker | undefined {
  if (status !== 'Queued') return undefined
  const types = situation.findPrerequisites(typeId).filter((type) => countQueuedUntil(type, queuedAt) > 0)
  return types.length > 0 ? { kind: 'prerequisites', types } : undefined
}

/**
 * Counts a type's runs in progress queued up to a time: runs of its own wave and of earlier waves. Later runs do not count,
 * because prerequisites with runs every few minutes would block a run forever.
 */
export function countQueuedUntil({ inProgress }: TypeState, time: Date): number {
  return inProgress.reduce((sum, { queuedAt, count }) => (queuedAt <= time ? sum + count : sum), 0)
}

/** Only the first attempt waits for its source, as with prerequisites. */
function sourceBlocker({ status, waitsForSource: taskName }: RunState): StartBlocker | undefined {
  return status === 'Queued' && taskName !== null ? { kind: 'source', taskName } : undefined
}

interface TypedSituation {
  type: TypeState
  situation: Situation
}

function concurrencyBlocker(run: RunState, { type, situation }: TypedSituation): StartBlocker | undefined {
  const limit = run.maxConcurrentTasks ?? type.allowedConcurrentTasks
  const running = situation.runningByType.get(type.id) ?? 0
  return running >= limit ? { kind: 'concurrency', running, limit, type } : undefined
}

function targetBlocker(run: RunState, { writerByTarget }: Situation): StartBlocker | undefined {
  const writer = listWritten(run)
    .map((id) => writerByTarget.get(id))
    .find((other) => other !== undefined)
  return writer && { kind: 'target', writer }
}

/** Whether a running run can block a queued run, through its target or through its task's own limit. */
export function mayBlock({ running, queued }: { running: RunState; queued: RunState }): boolean {
  if (queued.status !== 'Queued') return false
  const written = listWritten(running)
  return (
    listWritten(queued).some((id) => written.includes(id)) ||
    (queued.typeId === running.typeId && queued.maxConcurrentTasks !== null)
  )
}

/** A lost run resumes within 30 s of its lease's end, so the delay of its type does not apply. */
function delayBlocker(run: RunState, { type, situation }: TypedSituation): StartBlocker | undefined {
  if (isLost(run, situation.now)) return undefined
  const until = delayEndsAt(type, situation.now)
  return until && until > situation.now ? { kind: 'delay', until, type } : undefined
}

/**
 * Earliest time of the type's next start; undefined before its first start. A last start in the future, stored by a wrong
 * clock, counts as now.
 */
export function delayEndsAt({ lastStartAt, queueDelaySeconds }: TypeState, now: Date): Date | undefined {
  if (!lastStartAt) return undefined
  return new Date(Math.min(lastStartAt.getTime(), now.getTime()) + queueDelaySeconds * SECOND_MS)
}
