import type { CSSProperties, KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { countOf } from '#domain/count-of.ts'
import { mostSevere } from '../../data/task-status.ts'
import { paths } from '../../lib/paths.ts'
import { toneOfStatus } from '../task-tone.ts'
import classes from './run-timeline.module.css'
import type { Bar, Lane } from './timeline-layout.ts'

const LANE_PX = 32
/** Bar height in a lane with a single track. */
const SINGLE_TRACK_BAR_PX = 16
const TRACK_PX = 10
const BAR_PX = 8

interface Props {
  lane: Lane
  tooltipOf: (runs: Bar['runs']) => string
}

/** The runs of one task type. Only the newest bar is in the tab order; arrow keys move to the others. */
export function RunLane({ lane, tooltipOf }: Props) {
  const { name, bars, trackCount, runCount, errorCount } = lane
  const counts = countOf(runCount, 'run')
  const errors = countOf(errorCount, 'error')
  return (
    <div className={classes.lane}>
      <div className={classes.label}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={classes.counts}>
          {errorCount > 0 && <b>{errors}</b>}
          {counts}
        </span>
      </div>
      <ul
        className={classes.bars}
        aria-label={`${name}: ${counts}, ${errors}`}
        style={{ height: heightOf(trackCount) }}
      >
        {bars.map((bar, index) => (
          <RunBar
            key={bar.runs[0].id}
            bar={bar}
            tooltip={tooltipOf(bar.runs)}
            isTabStop={index === bars.length - 1}
            style={positionOf(bar, trackCount)}
          />
        ))}
      </ul>
    </div>
  )
}

interface BarProps {
  bar: Bar
  tooltip: string
  isTabStop: boolean
  style: CSSProperties
}

function RunBar({ bar, tooltip, isTabStop, style }: BarProps) {
  const run = mostSevere(bar.runs)
  return (
    <li>
      <Link
        className={classes.bar}
        to={paths.run(run.task_id, run.id)}
        title={tooltip}
        aria-label={tooltip}
        tabIndex={isTabStop ? 0 : -1}
        onKeyDown={moveFocus}
        data-tone={toneOfStatus(run.status)}
        data-live={run.status === 'Running' || undefined}
        style={style}
      />
    </li>
  )
}

function heightOf(trackCount: number): number {
  return Math.max(LANE_PX, trackCount * TRACK_PX + LANE_PX - SINGLE_TRACK_BAR_PX)
}

function positionOf({ leftPercent, widthPercent, track }: Bar, trackCount: number): CSSProperties {
  const top = (LANE_PX - SINGLE_TRACK_BAR_PX) / 2 + track * TRACK_PX
  const height = trackCount === 1 ? SINGLE_TRACK_BAR_PX : BAR_PX
  return { left: `${leftPercent}%`, width: `${widthPercent}%`, top, height }
}

function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const item = event.currentTarget.parentElement
  const list = item?.parentElement
  const targets: Record<string, Element | null | undefined> = {
    ArrowLeft: item?.previousElementSibling,
    ArrowRight: item?.nextElementSibling,
    Home: list?.firstElementChild,
    End: list?.lastElementChild,
  }
  const target = targets[event.key]?.querySelector('a')
  if (!target) return
  event.preventDefault()
  target.focus()
}
