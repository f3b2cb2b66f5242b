import type { Run } from '#contract/run.ts'
import { countOf } from '#domain/count-of.ts'
import { shownCounts } from '#domain/runs/run-counts.ts'
import { mostSevere } from '../../data/task-status.ts'
import { formatElapsed } from '../../lib/format.ts'
import { statusLabel } from '../task-tone.ts'

const NAMED_TASKS = 3

/** Returns a function that describes a bar of the timeline in a few lines. Share it: creating date formats is slow. */
export function runTooltipFormatter(timezone: string | undefined): (runs: readonly [Run, ...Run[]]) => string {
  const clock = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  })
  return (runs) => (runs.length === 1 ? describeRun(runs[0], clock) : describeRuns(runs))
}

function describeRun(run: Run, clock: Intl.DateTimeFormat): string {
  const counts = shownCounts(run).map(({ text }) => text)
  const rows = run.rows === null ? [] : [[countOf(run.rows, 'row'), ...counts].join(', ')]
  return [
    `${run.task_name}: ${statusLabel(run.status, run)}`,
    timesOf(run, clock),
    ...rows,
    `by ${run.triggered_by}`,
  ].join('\n')
}

function timesOf({ queued_at, started_at, ended_at, elapsed_seconds }: Run, clock: Intl.DateTimeFormat): string {
  if (started_at === null)
    return `${ended_at ? 'Never started, queued' : 'Queued'} ${clock.format(new Date(queued_at))}`
  if (ended_at === null) return `Started ${clock.format(new Date(started_at))}`
  return `${clock.formatRange(new Date(started_at), new Date(ended_at))} (${formatElapsed(elapsed_seconds)})`
}

function describeRuns(runs: readonly [Run, ...Run[]]): string {
  const outcomes = [...Map.groupBy(runs, ({ status }) => statusLabel(status))]
  const names = [...new Set(runs.map(({ task_name }) => task_name))]
  const others = names.length - NAMED_TASKS
  return [
    `${runs.length} runs: ${outcomes.map(([label, { length }]) => `${length} ${label}`).join(', ')}`,
    `${names.slice(0, NAMED_TASKS).join(', ')}${others > 0 ? ` and ${countOf(others, 'more task')}` : ''}`,
    `Opens the log of ${mostSevere(runs).task_name}`,
  ].join('\n')
}
