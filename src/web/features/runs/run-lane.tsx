import type { CSSProperties, KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { TimelineBar, TimelineLane } from '#contract/run.ts'
import { pluralize } from '#domain/pluralize.ts'
import { type Period, placeSpan } from '#domain/runs/run-timeline.ts'
import { formatCount } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { toneOfStatus } from '../../shared/task-tone.ts'
import classes from './run-timeline.module.css'

const LANE_PX = 32
/** Bar height in a lane with a single track. */
const SINGLE_TRACK_BAR_PX = 16
const TRACK_PX = 10
const BAR_PX = 8

interface Props {
  lane: TimelineLane
  period: Period
  tooltipOf: (bar: TimelineBar) => string
  ahead: readonly LaneStart[]
}

/** Tasks of a type that start together after now. */
export interface LaneStart {
  at: string
  /** Distance from now, as a share of the shown time after now. */
  share: number
  count: number
}

/** The runs of a task type. Only the newest bar is in the tab order; arrow keys move to the other bars. */
export function RunLane({ lane, period, tooltipOf, ahead }: Props) {
  const { task_type_name: name, bars, runs_count, errors_count } = lane
  const trackCount = Math.max(1, ...bars.map(({ track }) => track + 1))
  const counts = pluralize(runs_count, 'run')
  const errors = pluralize(errors_count, 'error')
  return (
    <div className={classes.lane}>
      <div className={classes.label}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={classes.counts}>
          {errors_count > 0 && <b>{errors}</b>}
          {counts}
        </span>
      </div>
      <div className={classes.track}>
        <ul
          className={classes.bars}
          aria-label={`${name}: ${counts}, ${errors}`}
          style={{ height: measureHeight(trackCount) }}
        >
          {bars.map((bar, index) => (
            <RunBar
              key={bar.run.id}
              bar={bar}
              tooltip={tooltipOf(bar)}
              isTabStop={index === bars.length - 1}
              style={placeBar(bar, { period, trackCount })}
            />
          ))}
        </ul>
        {/* The waves below the plot say the same to screen readers. */}
        <div className={classes.ahead} aria-hidden>
          {ahead.map(({ at, share, count }) => (
            <span key={at} style={placeInside(share)} title={pluralize(count, 'task')}>
              {formatCount(count)}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

interface BarProps {
  bar: TimelineBar
  tooltip: string
  isTabStop: boolean
  style: CSSProperties
}

function RunBar({ bar: { run }, tooltip, isTabStop, style }: BarProps) {
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

function measureHeight(trackCount: number): number {
  return Math.max(LANE_PX, trackCount * TRACK_PX + LANE_PX - SINGLE_TRACK_BAR_PX)
}

function placeBar(
  { from, to, track }: TimelineBar,
  { period, trackCount }: { period: Period; trackCount: number },
): CSSProperties {
  const span = { fromMs: Date.parse(from), toMs: to === null ? null : Date.parse(to) }
  const { left, width } = placeSpan(span, period)
  const top = (LANE_PX - SINGLE_TRACK_BAR_PX) / 2 + track * TRACK_PX
  const height = trackCount === 1 ? SINGLE_TRACK_BAR_PX : BAR_PX
  return { left: `${left * 100}%`, width: `${width * 100}%`, top, height }
}

/** Positions an element along the lane so that it stays inside the lane, whatever its width. */
function placeInside(share: number): CSSProperties {
  return { left: `${share * 100}%`, transform: `translateX(${share * -100}%)` }
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
