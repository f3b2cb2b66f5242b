import { lazy, type ReactNode, Suspense } from 'react'
import type { Freshness } from '#contract/freshness.ts'
import type { Task } from '#contract/task.ts'
import { intervalLine } from '#domain/schedule/describe-interval.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { dateIn, formatCount, formatDate } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { freshnessNow } from '../../../shared/freshness-now.ts'
import { onEditLine } from '../edits/on-edit-line.ts'
import { shapeLine } from '../shape/shape-line.ts'
import classes from './task-facts.module.css'

const FreshnessLine = lazy(async () => ({ default: (await import('./freshness-line.tsx')).FreshnessLine }))

/** The settings and counters of a task. Defaults and zeros recede, exceptions stand out. */
export function TaskFacts({ task }: { task: Task }) {
  const { task_type: type } = task
  const shape = shapeLine(task)
  const interval = intervalLine(task)
  return (
    <dl className={classes.facts}>
      <Fact name="Chunk size" value={formatCount(task.chunk_size)} isUsual={task.chunk_size === type.chunk_size} />
      <Fact name="Start row" value={formatCount(task.start_row)} isUsual={task.start_row === 1} />
      <Fact
        name="Max concurrent"
        value={task.max_concurrent_tasks ?? (type.allowed_concurrent_tasks || 'N/A')}
        isUsual={task.max_concurrent_tasks === null}
      />
      {interval !== '' && <Fact name="Runs" value={interval} isUsual={false} isLong />}
      {task.schedule_days.length > 0 && (
        <Fact name="Days" value={task.schedule_days.join(', ')} isUsual={false} isLong />
      )}
      {task.paused_until !== null && <PausedFact until={task.paused_until} />}
      {task.freshness && <FreshnessFact freshness={task.freshness} />}
      {shape !== '' && <Fact name="Copies" value={shape} isUsual={false} isLong />}
      {task.on_edit_rule && (
        <Fact name="On edit" value={onEditLine(task)} isUsual={false} isBad={task.on_edit_problem !== null} isLong />
      )}
      {task.holds_edits && <Fact name="Target edits" value="Hold" isUsual={false} />}
      {task.beside !== 'ask' && <Fact name="Remarks" value="Stay" isUsual={false} />}
      {task.expect_filled.length > 0 && (
        <Fact name="Always filled" value={task.expect_filled.join(', ')} isUsual={false} isLong />
      )}
      {task.expect_unique.length > 0 && (
        <Fact name="Unique together" value={task.expect_unique.join(', ')} isUsual={false} isLong />
      )}
      <Fact name="Retries" value={task.retry_count} isUsual={task.retry_count === 0} />
      <Fact name="Errors" value={task.last_error_count} isUsual={task.last_error_count === 0} isBad />
      <Fact name="Prerequisites" value={task.prerequisites_count} isUsual={task.prerequisites_count === 0} />
    </dl>
  )
}

function PausedFact({ until }: { until: string }) {
  const timezone = useAppInfo()?.timezone
  const isPaused = until > dateIn(useNow(MINUTE_MS), { timezone })
  return isPaused && <Fact name="Paused until" value={formatDate(until, { timezone: 'UTC' })} isUsual={false} isLong />
}

function FreshnessFact({ freshness }: { freshness: Freshness }) {
  const state = freshnessNow(freshness, useNow(MINUTE_MS))
  const line = (
    <Suspense fallback={state}>
      <FreshnessLine freshness={freshness} />
    </Suspense>
  )
  return <Fact name="Freshness" value={line} isUsual={state === 'fresh'} isBad={state === 'late'} isLong />
}

interface FactProps {
  name: string
  value: ReactNode
  isUsual: boolean
  /** An unusual value is bad. */
  isBad?: boolean
  /** Whether the fact has a line of its own. */
  isLong?: boolean
}

function Fact({ name, value, isUsual, isBad = false, isLong = false }: FactProps) {
  return (
    <div data-usual={isUsual || undefined} data-bad={(isBad && !isUsual) || undefined} data-long={isLong || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
