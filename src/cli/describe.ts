import type { Run } from '#contract/run.ts'
import { runCounts } from '#contract/run-figures.ts'
import type { Task } from '#contract/task.ts'
import { outcomeIn } from '#domain/runs/run-outcomes.ts'
import { intervalLine } from '#domain/schedule/describe-interval.ts'
import { type Clock, timeColumn } from './clock.ts'
import type { Column } from './output.ts'

const numbers = new Intl.NumberFormat('en-US')

const FRESHNESS: Column<Task> = ['Freshness', ({ freshness }) => freshness?.state ?? '']

/** Columns for tasks. They include freshness if any task promises it. */
export const taskColumns = (clock: Clock, tasks: readonly Task[]): readonly Column<Task>[] => [
  ['ID', ({ id }) => String(id)],
  ['Name', ({ name }) => name],
  ['Type', ({ task_type }) => task_type.name],
  ['Status', (task) => withOutcome(task.task_status, task)],
  ['Active', ({ is_active }) => (is_active ? 'yes' : 'no')],
  ['Schedule', scheduleText],
  ...(tasks.some(({ freshness }) => freshness !== null) ? [FRESHNESS] : []),
  timeColumn(clock, { title: 'Last success', readTime: ({ last_successful_run }) => last_successful_run }),
  timeColumn(clock, { title: 'Next run', readTime: ({ next_run_at }) => next_run_at }),
]

/** Columns for tasks that have just run. */
export const resultColumns: readonly Column<Task>[] = [
  ['ID', ({ id }) => String(id)],
  ['Name', ({ name }) => name],
  ['Status', (task) => withOutcome(task.task_status, task)],
  ['Message', ({ latest_log }) => latest_log?.message ?? ''],
]

export const runColumns = (clock: Clock): readonly Column<Run>[] => [
  ['Run', ({ id }) => String(id)],
  ['Task', ({ task_id, task_name }) => `${task_id} ${task_name}`],
  ['Status', (run) => withOutcome(run.status, run)],
  ['Started by', ({ triggered_by }) => triggered_by],
  timeColumn(clock, { title: 'Queued', readTime: ({ queued_at }) => queued_at }),
  ['Seconds', ({ elapsed_seconds }) => numberText(elapsed_seconds)],
  ['Rows', ({ rows }) => numberText(rows)],
  ...runCounts.map(
    ({ name, label, isRare }): Column<Run> => [
      label,
      (run) => (isRare && run[name] === 0 ? '' : numberText(run[name])),
    ],
  ),
]

function scheduleText(task: Task): string {
  const { scheduled_times, schedule_days, paused_until } = task
  const interval = intervalLine(task)
  const isPaused = paused_until !== null && paused_until > new Date().toISOString()
  const pause = isPaused && (scheduled_times.length > 0 || interval !== '') ? `from ${paused_until}` : ''
  return [scheduled_times.join(','), interval, schedule_days.join(','), pause].filter(Boolean).join(' ')
}

function withOutcome(status: string, reply: Run | Task): string {
  const outcome = outcomeIn(reply)
  return outcome ? `${status} (${outcome.short})` : status
}

function numberText(value: number | null): string {
  return value === null ? '' : numbers.format(value)
}
