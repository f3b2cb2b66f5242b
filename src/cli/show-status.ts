import type { AttentionIncident, Overview } from '#contract/overview.ts'
import type { Pause } from '#contract/pause.ts'
import { describeLowDisk } from '#domain/describe-low-disk.ts'
import { describeFreshnessCause } from '#domain/freshness/cause-text.ts'
import { incidentTitle } from '#domain/incidents/incident-text.ts'
import { pluralize } from '#domain/pluralize.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import type { Clock } from './clock.ts'
import type { Output } from './output.ts'

/** Shows the overview of the home page in words. */
export function showStatus(
  { summary, attention, in_progress, next_times, freshness }: Overview,
  { pause, output, clock }: { pause: Pause | null; output: Output; clock: Clock },
): void {
  if (pause) output.line(`Paused until ${clock.timeText(pause.until)} ${clock.zoneName} by ${pause.set_by}.`)
  const neverRun = summary.never_run === 0 ? '' : `, ${summary.never_run} never run`
  output.line(`${summary.up_to_date} of ${pluralize(summary.tasks_count, 'task')} up to date${neverRun}.`)
  output.line(in_progress.count === 0 ? 'Nothing runs.' : `${pluralize(in_progress.count, 'run')} in progress:`)
  for (const { id, name, status, rows_done, rows_total, waiting_for } of in_progress.runs) {
    const rows = rows_done === null ? '' : `, ${rows_done} of ${rows_total ?? '?'} rows`
    output.line(`  ${id} ${name}: ${status}${rows}${waiting_for === null ? '' : `, ${waiting_for}`}`)
  }
  const { all_inactive: inactive, low_disk: lowDisk } = attention
  if (lowDisk) output.line(describeLowDisk(lowDisk))
  if (inactive?.since) {
    const since = `${clock.timeText(inactive.since)} ${clock.zoneName}`
    output.line(`All tasks are inactive since ${since}${inactive.by === null ? '' : `, by ${inactive.by}`}.`)
  } else if (inactive) output.line('All tasks are inactive.')
  output.line(
    attention.incidents_count === 0
      ? 'No task needs attention.'
      : `${pluralize(attention.incidents_count, 'incident')}:`,
  )
  for (const incident of attention.incidents) output.line(`  ${describeIncident(incident)}`)
  for (const { email } of attention.accounts) output.line(`  The access of ${email} has expired.`)
  showPromises(freshness, { output, clock })
  const [next] = next_times
  if (!next) return
  const what = next.is_run_all ? 'Run All' : pluralize(next.tasks_count, 'task')
  const often = next.every_minutes == null ? '' : ` every ${next.every_minutes} min`
  output.line(`Next: ${clock.timeText(next.at)} ${clock.zoneName}, ${what}${often}`)
}

function showPromises(
  { tasks_count: tasksCount, fresh, late, late_tasks: lateTasks }: Overview['freshness'],
  { output, clock }: { output: Output; clock: Clock },
): void {
  if (tasksCount === 0) return
  output.line(`${fresh} of ${pluralize(tasksCount, 'promised target')} fresh${late === 0 ? '.' : `, ${late} late:`}`)
  for (const { id, name, task_type_name, due_at, cause } of lateTasks) {
    const since = due_at === null ? '' : ` since ${clock.timeText(due_at)} ${clock.zoneName}`
    const why = cause === null ? '' : `: ${describeFreshnessCause(cause)}`
    output.line(`  ${id} ${withTypeName(name, task_type_name)}: late${since}${why}`)
  }
}

/** Describes a cause with its effects, and the command to run all affected tasks again. */
export function describeIncident(incident: AttentionIncident): string {
  const { reason, message, fix, tasks, owners, tasks_count: tasksCount, stopped_count: stoppedCount } = incident
  const [task] = tasks
  const first = task ? withTypeName(task.name, task.task_type_name) : ''
  const title = incidentTitle({ reason, first, tasksCount, stoppedCount })
  const why = [message, fix].filter((sentence) => sentence !== null).join(' ')
  const whose = owners.length === 0 ? '' : ` Owner: ${owners.join(', ')}.`
  const isRunAgain = task !== undefined && reason !== 'held' && reason !== 'stuck'
  const how = isRunAgain
    ? ` Run again: nano-sync run ${task.id}${tasksCount + stoppedCount > 1 ? ' --affected' : ''}`
    : ''
  return `${title}. ${why}${whose}${how}`
}
