import type { Run } from '#contract/run.ts'

/** Minimum width of a bar. */
const MIN_PERCENT = 0.6
export const MAX_TRACKS = 4

/** A bar of the timeline: one run, or several that would not fit side by side. */
export interface Bar {
  runs: [Run, ...Run[]]
  leftPercent: number
  widthPercent: number
  /** Zero-based from the top. */
  track: number
}

/** The runs of one task type. */
export interface Lane {
  typeId: number
  name: string
  bars: Bar[]
  /** Rows of bars in this lane, 1 to `MAX_TRACKS`. */
  trackCount: number
  runCount: number
  /** Runs that gave up; one that failed and is tried again is none of them. */
  errorCount: number
}

interface Period {
  fromMs: number
  toMs: number
}

/** The lanes of the timeline: those with errors first, then by name. */
export function layoutLanes(runs: readonly Run[], period: Period): Lane[] {
  const lanes = [...Map.groupBy(runs, (run) => run.task_type_id)].map(([typeId, ofType]) => {
    const bars = layoutBars(ofType, period)
    return {
      typeId,
      name: ofType[0]?.task_type_name ?? '',
      bars,
      trackCount: Math.max(...bars.map(({ track }) => track)) + 1,
      runCount: ofType.length,
      errorCount: ofType.filter(({ status }) => status === 'Error').length,
    }
  })
  return lanes.sort((a, b) => Number(b.errorCount > 0) - Number(a.errorCount > 0) || a.name.localeCompare(b.name))
}

/**
 * Places the runs of a period, given in any order, on tracks so that no bar covers another. When all tracks are occupied,
 * a run joins the bar that ends first.
 */
export function layoutBars(runs: readonly Run[], period: Period): Bar[] {
  const bars: Bar[] = []
  const lastOfTrack: Bar[] = []
  const placed = runs.map((run) => ({ run, ...extentOf(run, period) })).sort((a, b) => a.left - b.left)
  for (const { run, left, width } of placed) {
    const free = lastOfTrack.findIndex((bar) => endOf(bar) <= left)
    const track = free === -1 ? lastOfTrack.length : free
    if (track < MAX_TRACKS) {
      const bar: Bar = { runs: [run], leftPercent: left, widthPercent: width, track }
      lastOfTrack[track] = bar
      bars.push(bar)
    } else {
      const crowded = lastOfTrack.reduce((first, bar) => (endOf(bar) < endOf(first) ? bar : first))
      crowded.runs.push(run)
      crowded.widthPercent = Math.max(endOf(crowded), left + width) - crowded.leftPercent
    }
  }
  return bars
}

function endOf({ leftPercent, widthPercent }: Bar): number {
  return leftPercent + widthPercent
}

/** A queued run spans from its request until now; a run that ended without starting is placed at its end. */
function extentOf(run: Run, { fromMs, toMs }: Period): { left: number; width: number } {
  const percentAt = (time: string) => Math.min(100, Math.max(0, ((Date.parse(time) - fromMs) / (toMs - fromMs)) * 100))
  const left = Math.min(percentAt(run.started_at ?? run.ended_at ?? run.queued_at), 100 - MIN_PERCENT)
  const end = run.ended_at === null ? 100 : percentAt(run.ended_at)
  return { left, width: Math.max(MIN_PERCENT, end - left) }
}
