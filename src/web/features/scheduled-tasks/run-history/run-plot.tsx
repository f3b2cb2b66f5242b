import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Run } from '#contract/run.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { useNow } from '../../../lib/use-now.ts'
import { layOutLanes } from './lay-out-runs.ts'
import type { Period } from './period.ts'
import { barDescriber } from './run-in-words.ts'
import { RunLane } from './run-lane.tsx'
import classes from './run-timeline.module.css'
import { type Tick, timeTicks } from './time-ticks.ts'

const RENEW_MS = 15_000
const HOUR_MS = 3_600_000
/** More are shown on demand. */
const FIRST_LANES = 12

/** The lanes of runs under their time axis, which moves on with the time. */
export function RunPlot({ runs, period }: { runs: readonly Run[]; period: Period }) {
  const timezone = useAppInfo()?.timezone
  const toMs = useNow(RENEW_MS)
  const [isWhole, setIsWhole] = useState(false)
  const { hours, stepMinutes } = period
  const fromMs = toMs - hours * HOUR_MS
  const lanes = useMemo(() => layOutLanes(runs, { fromMs, toMs }), [runs, fromMs, toMs])
  const ticks = useMemo(() => timeTicks({ fromMs, toMs, stepMinutes, timezone }), [fromMs, toMs, stepMinutes, timezone])
  const describe = useMemo(() => barDescriber(timezone), [timezone])
  return (
    <>
      <div className={classes.plot}>
        <Axis ticks={ticks} />
        {(isWhole ? lanes : lanes.slice(0, FIRST_LANES)).map((lane) => (
          <RunLane key={lane.typeId} lane={lane} describe={describe} />
        ))}
      </div>
      {lanes.length > FIRST_LANES && !isWhole && (
        <Button variant="subtle" size="xs" onClick={() => setIsWhole(true)}>
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
