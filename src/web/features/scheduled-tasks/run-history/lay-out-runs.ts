import type { Run } from '#contract/run.ts'
import { isFailed } from '../../../data/task-status.ts'

/** A shorter run is drawn as wide as this. */
const MIN_PERCENT = 0.6
export const MAX_TRACKS = 4

/** One mark of the timeline: a run, or several that there was no room to tell apart. */
export interface Bar {
  runs: [Run, ...Run[]]
  leftPercent: number
  widthPercent: number
  /** From 0, at the top. */
  track: number
}

/** The runs of a type. */
export interface Lane {
  typeId: number
  name: string
  bars: Bar[]
  /** How many bars stand below each other, 1 to `MAX_TRACKS`. */
  trackCount: number
  runCount: number
  failedCount: number
}

interface Period {
  fromMs: number
  toMs: number
}

/** The timeline's lanes: those with failures first, then by name. */
export function layOutLanes(runs: readonly Run[], period: Period): Lane[] {
  const lanes = [...Map.groupBy(runs, (run) => run.task_type_id)].map(([typeId, ofType]) => {
    const bars = layOutBars(ofType, period)
    return {
      typeId,
      name: ofType[0]?.task_type_name ?? '',
      bars,
      trackCount: Math.max(...bars.map(({ track }) => track)) + 1,
      runCount: ofType.length,
      failedCount: ofType.filter(({ status }) => isFailed(status)).length,
    }
  })
  return lanes.sort((a, b) => Number(b.failedCount > 0) - Number(a.failedCount > 0) || a.name.localeCompare(b.name))
}

/**
 * Puts runs of the period, in any order, side by side and below each other so that none covers another. Where all tracks
 * are taken, a run joins the bar that ends first.
 */
export function layOutBars(runs: readonly Run[], period: Period): Bar[] {
  const bars: Bar[] = []
  const lastOfTrack: Bar[] = []
  const placed = runs.map((run) => ({ run, ...placeOf(run, period) })).sort((a, b) => a.left - b.left)
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

/** A run that never started stands where it ended; one that waits reaches from its request to now. */
function placeOf(run: Run, { fromMs, toMs }: Period): { left: number; width: number } {
  const percentAt = (moment: string) =>
    Math.min(100, Math.max(0, ((Date.parse(moment) - fromMs) / (toMs - fromMs)) * 100))
  const left = Math.min(percentAt(run.started_at ?? run.ended_at ?? run.queued_at), 100 - MIN_PERCENT)
  const end = run.ended_at === null ? 100 : percentAt(run.ended_at)
  return { left, width: Math.max(MIN_PERCENT, end - left) }
}
