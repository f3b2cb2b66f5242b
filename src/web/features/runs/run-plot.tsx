import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { TimelineLane } from '#contract/run.ts'
import type { UpcomingWave } from '#contract/wave.ts'
import { HOUR_MS } from '#domain/time.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { useNow } from '../../lib/use-now.ts'
import type { Period } from './period.ts'
import { type LaneStart, RunLane } from './run-lane.tsx'
import classes from './run-timeline.module.css'
import { runTooltipFormatter } from './run-tooltip.ts'
import { type Tick, timeTicks } from './time-ticks.ts'

const REFRESH_MS = 15_000
/** Time after now, as a share of the time before now. */
const AHEAD_SHARE = 0.5
const NOW_PERCENT = 100 / (1 + AHEAD_SHARE)
/** Space on either side of the label of the present moment. */
const NOW_MARGIN_PERCENT = 4
/** Space on either side of the label on a narrow screen. */
const NARROW_NOW_MARGIN_PERCENT = 13
/** Lanes shown at first; a button shows the rest. */
const INITIAL_LANES = 12

interface Props {
  lanes: readonly TimelineLane[]
  period: Period
  upcoming: readonly UpcomingWave[]
}

/** Lanes of runs below a time axis that moves with the clock. Upcoming waves are to the right of the present moment. */
export function RunPlot({ lanes, period, upcoming }: Props) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(REFRESH_MS)
  const [isExpanded, setIsExpanded] = useState(false)
  const { hours, stepMinutes } = period
  const fromMs = nowMs - hours * HOUR_MS
  const toMs = nowMs + AHEAD_SHARE * hours * HOUR_MS
  const ticks = useMemo(
    () =>
      timeTicks({ fromMs, toMs, stepMinutes, timezone }).filter(
        ({ percent }) => !isNearNow(percent, NOW_MARGIN_PERCENT),
      ),
    [fromMs, toMs, stepMinutes, timezone],
  )
  const formatTooltip = useMemo(() => runTooltipFormatter(timezone), [timezone])
  return (
    <>
      <div className={classes.plot}>
        <Axis ticks={ticks} />
        {(isExpanded ? lanes : lanes.slice(0, INITIAL_LANES)).map((lane) => (
          <RunLane
            key={lane.task_type_id}
            lane={lane}
            period={{ fromMs, toMs: nowMs }}
            tooltipOf={formatTooltip}
            ahead={listStarts(upcoming, { typeId: lane.task_type_id, period: { fromMs: nowMs, toMs } })}
          />
        ))}
      </div>
      {lanes.length > INITIAL_LANES && !isExpanded && (
        <Button variant="subtle" size="xs" onClick={() => setIsExpanded(true)}>
          Show all {lanes.length} types
        </Button>
      )}
    </>
  )
}

/** Lists the upcoming starts of a task type in a period. */
function listStarts(
  upcoming: readonly UpcomingWave[],
  { typeId, period: { fromMs, toMs } }: { typeId: number; period: { fromMs: number; toMs: number } },
): LaneStart[] {
  return upcoming.flatMap(({ at, types }) => {
    const count = types.find(({ task_type_id }) => task_type_id === typeId)?.tasks_count ?? 0
    const share = (Date.parse(at) - fromMs) / (toMs - fromMs)
    return count > 0 && share >= 0 && share < 1 ? [{ at, share, count }] : []
  })
}

function isNearNow(percent: number, marginPercent: number): boolean {
  return Math.abs(percent - NOW_PERCENT) < marginPercent
}

function Axis({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <div className={classes.axis} aria-hidden>
      {ticks.map(({ atMs, percent, label }) => (
        <span
          key={atMs}
          style={{ left: `${percent}%` }}
          data-near-now={isNearNow(percent, NARROW_NOW_MARGIN_PERCENT) || undefined}
        >
          {label}
        </span>
      ))}
      <b style={{ left: `${NOW_PERCENT}%` }}>Now</b>
    </div>
  )
}
