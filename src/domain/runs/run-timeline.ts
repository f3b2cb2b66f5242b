import { mostSevere, type RunStatus } from './run-status.ts'

/** Minimum width of a bar, as a share of the period. */
export const MIN_BAR_SHARE = 0.006
export const MAX_TRACKS = 4
/** Maximum tasks a bar names. */
export const MAX_NAMED_TASKS = 3

/** Runs of a task type in the same status with about the same start and end. */
export interface SimilarRuns {
  typeId: number
  typeName: string
  status: RunStatus
  count: number
  lastRunId: number
  span: Span
  /** The first names in alphabetical order, one more than a bar shows. */
  taskNames: readonly string[]
}

/** Epoch milliseconds; `toMs` is null for an open span. */
interface Span {
  fromMs: number
  toMs: number | null
}

/** Period of the timeline, in epoch milliseconds. */
export interface Period {
  fromMs: number
  toMs: number
}

/** A bar of the timeline: similar runs, or several groups for lack of a free track. */
export interface Bar {
  runs: [SimilarRuns, ...SimilarRuns[]]
  span: Span
  /** Zero-based from the top. */
  track: number
}

/** The runs of a task type. */
export interface Lane {
  typeId: number
  typeName: string
  bars: Bar[]
  runsCount: number
  /** Runs that gave up. Failed runs waiting for a retry do not count. */
  errorsCount: number
}

/** The lanes of the timeline: lanes with errors first, then by name. */
export function layoutLanes(runs: readonly SimilarRuns[], period: Period): Lane[] {
  const lanes = [...Map.groupBy(runs, ({ typeId }) => typeId)].map(([typeId, ofType]) => ({
    typeId,
    typeName: ofType[0]?.typeName ?? '',
    bars: layoutBars(ofType, period),
    runsCount: countSimilarRuns(ofType),
    errorsCount: countSimilarRuns(ofType.filter(({ status }) => status === 'Error')),
  }))
  return lanes.sort(
    (a, b) => Number(b.errorsCount > 0) - Number(a.errorsCount > 0) || a.typeName.localeCompare(b.typeName),
  )
}

/**
 * Places the runs of a period, given in any order, on tracks so no bar covers another. If all tracks are occupied, runs join
 * the bar that ends first, preferably a bar of their status. An error therefore colors few bars.
 */
export function layoutBars(runs: readonly SimilarRuns[], period: Period): Bar[] {
  const bars: Bar[] = []
  const lastOfTrack: Bar[] = []
  const placed = runs.map((each) => ({ each, left: placeSpan(each.span, period).left })).sort((a, b) => a.left - b.left)
  for (const { each, left } of placed) {
    const free = lastOfTrack.findIndex((bar) => findBarEnd(bar, period) <= left)
    const track = free === -1 ? lastOfTrack.length : free
    if (track < MAX_TRACKS) {
      const bar: Bar = { runs: [each], span: each.span, track }
      lastOfTrack[track] = bar
      bars.push(bar)
    } else {
      const alike = lastOfTrack.filter((bar) => mostSevere(bar.runs).status === each.status)
      const joinable = alike.length > 0 ? alike : lastOfTrack
      const crowded = joinable.reduce((first, bar) =>
        findBarEnd(bar, period) < findBarEnd(first, period) ? bar : first,
      )
      crowded.runs.push(each)
      crowded.span = union(crowded.span, each.span)
    }
  }
  return bars
}

/** Position and width of a bar, as shares of the period. */
export function placeSpan({ fromMs, toMs }: Span, period: Period): { left: number; width: number } {
  const shareAt = (ms: number) => Math.min(1, Math.max(0, (ms - period.fromMs) / (period.toMs - period.fromMs)))
  const left = Math.min(shareAt(fromMs), 1 - MIN_BAR_SHARE)
  const end = toMs === null ? 1 : shareAt(toMs)
  return { left, width: Math.max(MIN_BAR_SHARE, end - left) }
}

function findBarEnd({ span }: Bar, period: Period): number {
  const { left, width } = placeSpan(span, period)
  return left + width
}

function union(one: Span, other: Span): Span {
  const hasEnded = one.toMs !== null && other.toMs !== null
  return {
    fromMs: Math.min(one.fromMs, other.fromMs),
    toMs: hasEnded ? Math.max(one.toMs ?? 0, other.toMs ?? 0) : null,
  }
}

function countSimilarRuns(runs: readonly SimilarRuns[]): number {
  return runs.reduce((sum, { count }) => sum + count, 0)
}
