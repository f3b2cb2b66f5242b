import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { TimelineLane } from '#contract/run.ts'
import { HOUR_MS } from '#domain/time.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { useNow } from '../../lib/use-now.ts'
import type { Period } from './period.ts'
import { RunLane } from './run-lane.tsx'
import classes from './run-timeline.module.css'
import { runTooltipFormatter } from './run-tooltip.ts'
import { type Tick, timeTicks } from './time-ticks.ts'

const REFRESH_MS = 15_000
/** The rest are behind a button. */
const INITIAL_LANES = 12

/** The lanes of runs below a time axis that moves with the clock. */
export function RunPlot({ lanes, period }: { lanes: readonly TimelineLane[]; period: Period }) {
  const timezone = useAppInfo()?.timezone
  const toMs = useNow(REFRESH_MS)
  const [isExpanded, setIsExpanded] = useState(false)
  const { hours, stepMinutes } = period
  const fromMs = toMs - hours * HOUR_MS
  const ticks = useMemo(() => timeTicks({ fromMs, toMs, stepMinutes, timezone }), [fromMs, toMs, stepMinutes, timezone])
  const tooltipOf = useMemo(() => runTooltipFormatter(timezone), [timezone])
  return (
    <>
      <div className={classes.plot}>
        <Axis ticks={ticks} />
        {(isExpanded ? lanes : lanes.slice(0, INITIAL_LANES)).map((lane) => (
          <RunLane key={lane.task_type_id} lane={lane} period={{ fromMs, toMs }} tooltipOf={tooltipOf} />
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

function Axis({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <div className={classes.axis} aria-hidden>
      {ticks.map(({ atMs, percent, label }) => (
        <span key={atMs} style={{ left: `${percent}%` }}>
          {label}
        </span>
      ))}
    </div>
  )
}
