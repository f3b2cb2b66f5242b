import type { PhaseTimes } from '#contract/run-figures.ts'
import type { AttemptRecord, RequestActivity } from './attempt-record.ts'

export interface RunCourse {
  readonly queuedAt: Date
  /** Null while the run is in progress. */
  readonly endedAt: Date | null
  /** Oldest first. */
  readonly records: readonly AttemptRecord[]
  /** Whether a node works on the last attempt. */
  readonly isWorking: boolean
}

const MEASURED: readonly RequestActivity[] = ['writing', 'reading', 'quota', 'waiting']

interface AttemptSpan {
  readonly record: AttemptRecord
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Time span of each attempt. The clocks of nodes may differ a little, so spans are cut: no two overlap, and none exceeds the
 * run.
 */
export function attemptSpans({ queuedAt, endedAt, records, isWorking }: RunCourse, now: Date): AttemptSpan[] {
  const endMs = Math.max(queuedAt.getTime(), (endedAt ?? now).getTime())
  let cursorMs = queuedAt.getTime()
  return records.map((record, index) => {
    const isInProgress = isWorking && index === records.length - 1
    const fromMs = clamp(Date.parse(record.startedAt), { min: cursorMs, max: endMs })
    const toMs = clamp(isInProgress ? endMs : Date.parse(record.recordedAt), { min: fromMs, max: endMs })
    cursorMs = toMs
    return { record, fromMs, toMs }
  })
}

/** Time of the run in each phase so far. The times add up to its duration to the millisecond. */
export function runPhases(run: RunCourse, now: Date): PhaseTimes {
  const total = noTimes()
  let cursorMs = run.queuedAt.getTime()
  for (const { record, fromMs, toMs } of attemptSpans(run, now)) {
    total.waiting += fromMs - cursorMs
    add(total, attemptPhases(record, toMs - fromMs))
    cursorMs = toMs
  }
  total.waiting += Math.max(0, (run.endedAt ?? now).getTime() - cursorMs)
  return total
}

/** Time of an attempt in each phase. The times add up to `durationMs`. Unmeasured time is the server's own work. */
export function attemptPhases({ figures }: Pick<AttemptRecord, 'figures'>, durationMs: number): PhaseTimes {
  const times = noTimes()
  let leftMs = durationMs
  for (const activity of MEASURED) {
    times[activity] = Math.min(leftMs, Math.round(figures.activities[activity]))
    leftMs -= times[activity]
  }
  return { ...times, comparing: leftMs }
}

function noTimes(): PhaseTimes {
  return { waiting: 0, quota: 0, reading: 0, comparing: 0, writing: 0 }
}

function add(total: PhaseTimes, times: PhaseTimes): void {
  total.waiting += times.waiting
  total.quota += times.quota
  total.reading += times.reading
  total.comparing += times.comparing
  total.writing += times.writing
}

function clamp(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(Math.max(value, min), max)
}
