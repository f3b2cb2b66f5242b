import type { Run, TimelineBar } from '#contract/run.ts'
import { pluralize } from '#domain/pluralize.ts'
import { shownCounts } from '#domain/runs/run-counts.ts'
import { formatCount, formatElapsed } from '../../lib/format.ts'
import { statusLabel } from '../../shared/task-tone.ts'

/** Returns a function that describes a bar of the timeline in a few lines. Share it, because creating date formats is slow. */
export function runTooltipFormatter(timezone: string | undefined): (bar: TimelineBar) => string {
  const clock = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  })
  return (bar) => (bar.runs_count === 1 ? describeRun(bar.run, clock) : describeRuns(bar))
}

function describeRun(run: Run, clock: Intl.DateTimeFormat): string {
  const counts = shownCounts(run).map(({ text }) => text)
  const rows = run.rows === null ? [] : [[pluralize(run.rows, 'row'), ...counts].join(', ')]
  return [
    `${run.task_name}: ${statusLabel(run.status, run)}`,
    formatTimes(run, clock),
    ...rows,
    `by ${run.triggered_by}`,
  ].join('\n')
}

function formatTimes({ queued_at, started_at, ended_at, elapsed_seconds }: Run, clock: Intl.DateTimeFormat): string {
  if (started_at === null)
    return `${ended_at ? 'Never started, queued' : 'Queued'} ${clock.format(new Date(queued_at))}`
  if (ended_at === null) return `Started ${clock.format(new Date(started_at))}`
  return `${clock.formatRange(new Date(started_at), new Date(ended_at))} (${formatElapsed(elapsed_seconds)})`
}

function describeRuns({ runs_count, statuses, task_names, has_more_tasks, run }: TimelineBar): string {
  const outcomes = statuses.map(({ status, count }) => `${formatCount(count)} ${statusLabel(status)}`)
  return [
    `${pluralize(runs_count, 'run')}: ${outcomes.join(', ')}`,
    `${task_names.join(', ')}${has_more_tasks ? ' and more' : ''}`,
    `Opens the run of ${run.task_name}`,
  ].join('\n')
}
