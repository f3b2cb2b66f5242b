import type { RunWait } from '#contract/run-figures.ts'
import type { AttemptRecord } from './attempt-record.ts'
import { attemptPhases, attemptSpans, type RunCourse } from './run-phases.ts'

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** A possible blocker of a run. It blocks while at least `limit` of its spans are open. */
export interface Blocker {
  /** For users, after 'Waiting': 'for prerequisites in Masters'. */
  readonly reason: string
  readonly limit: number
  readonly spans: readonly Span[]
}

interface WaitingRun extends RunCourse {
  /** Blockers before the first attempt. At any time, only the first active blocker counts. */
  readonly blockers: readonly Blocker[]
}

/** The waits of a run other than for quota, longest first. */
export function runWaits(run: WaitingRun, now: Date): RunWait[] {
  const endMs = (run.endedAt ?? now).getTime()
  const attempts = attemptSpans(run, now)
  const waits = new Map<string, number>()
  const add = (reason: string, ms: number) => ms > 0 && waits.set(reason, (waits.get(reason) ?? 0) + ms)
  const beforeFirst = { fromMs: run.queuedAt.getTime(), toMs: attempts[0]?.fromMs ?? endMs }
  for (const { reason, ms } of blockedTimes(run.blockers, beforeFirst)) add(reason, ms)
  for (const [index, { record, fromMs, toMs }] of attempts.entries()) {
    add('to repeat requests, or for a busy spreadsheet', attemptPhases(record, toMs - fromMs).waiting)
    add(reasonAfter(record), (attempts[index + 1]?.fromMs ?? endMs) - toMs)
  }
  return [...waits].map(([reason, ms]) => ({ reason, ms })).sort((one, other) => other.ms - one.ms)
}

function reasonAfter({ ending }: AttemptRecord): string {
  return ending === 'Failed' ? 'for the next attempt' : 'to resume after an interruption'
}

/** Divides a span by the run's blocker at each time. */
function blockedTimes(blockers: readonly Blocker[], { fromMs, toMs }: Span): RunWait[] {
  const changes = blockers
    .flatMap(({ spans }, blocker) =>
      spans.flatMap((span) => [
        { atMs: Math.max(span.fromMs, fromMs), blocker, by: 1 },
        { atMs: Math.max(span.toMs, fromMs), blocker, by: -1 },
      ]),
    )
    .filter(({ atMs }) => atMs < toMs)
    .sort((one, other) => one.atMs - other.atMs)
  const counts = blockers.map(() => 0)
  const found: RunWait[] = []
  let sinceMs = fromMs
  const close = (atMs: number) => {
    const blocking = blockers.find(({ limit }, index) => (counts[index] ?? 0) >= limit)
    found.push({ reason: blocking?.reason ?? 'for a free worker', ms: atMs - sinceMs })
    sinceMs = atMs
  }
  for (const { atMs, blocker, by } of changes) {
    close(atMs)
    counts[blocker] = (counts[blocker] ?? 0) + by
  }
  close(toMs)
  return found
}
