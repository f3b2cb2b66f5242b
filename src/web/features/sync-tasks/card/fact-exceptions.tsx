import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Freshness } from '#contract/freshness.ts'
import type { Task } from '#contract/task.ts'
import { intervalLine } from '#domain/schedule/describe-interval.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { dateIn, formatDate } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import { freshnessNow } from '../../../shared/freshness-now.ts'
import { freshnessText } from '../../../shared/freshness-text.ts'
import { onEditLine } from '../edits/on-edit-line.ts'
import { shapeLine } from '../shape/shape-line.ts'
import { Fact } from './fact.tsx'
import classes from './task-card.module.css'

/** Settings that few tasks have. */
export function FactExceptions({ task }: { task: Task }) {
  const interval = intervalLine(task)
  const shape = shapeLine(task)
  return (
    <>
      {interval !== '' && <Fact name="Runs" value={interval} isUsual={false} isLong />}
      {task.schedule_days.length > 0 && (
        <Fact name="Days" value={task.schedule_days.join(', ')} isUsual={false} isLong />
      )}
      {task.paused_until !== null && <PausedFact until={task.paused_until} />}
      {task.freshness && <FreshnessFact freshness={task.freshness} />}
      {shape !== '' && <Fact name="Copies" value={linkTargets(task, shape)} isUsual={false} isLong />}
      {task.on_edit_rule && (
        <Fact name="On edit" value={onEditLine(task)} isUsual={false} isBad={task.on_edit_problem !== null} isLong />
      )}
      {task.holds_edits && <Fact name="Target edits" value="Hold" isUsual={false} />}
      {task.beside !== 'ask' && (
        <Fact name="Remarks" value={task.beside === 'leave' ? 'Stay' : 'Move along'} isUsual={false} />
      )}
      {task.expect_filled.length > 0 && (
        <Fact name="Always filled" value={task.expect_filled.join(', ')} isUsual={false} isLong />
      )}
      {task.expect_unique.length > 0 && (
        <Fact name="Unique together" value={task.expect_unique.join(', ')} isUsual={false} isLong />
      )}
    </>
  )
}

/** Links the shape of a hand-out to the list of its targets. */
function linkTargets({ id, split_by }: Task, shape: string): ReactNode {
  if (split_by === '') return shape
  return (
    <Link to={`${paths.task(id)}#targets`} className={classes.link}>
      {shape}
    </Link>
  )
}

function PausedFact({ until }: { until: string }) {
  const timezone = useAppInfo()?.timezone
  const isPaused = until > dateIn(useNow(MINUTE_MS), { timezone })
  return isPaused && <Fact name="Paused until" value={formatDate(until, { timezone: 'UTC' })} isUsual={false} isLong />
}

function FreshnessFact({ freshness }: { freshness: Freshness }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  const state = freshnessNow(freshness, nowMs)
  const text = freshnessText(freshness, { nowMs, timezone })
  return <Fact name="Freshness" value={text} isUsual={state === 'fresh'} isBad={state === 'late'} isLong />
}
