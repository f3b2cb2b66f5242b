import type { Overview } from '#contract/overview.ts'
import { countOf } from '#domain/count-of.ts'
import type { Clock } from './clock.ts'
import type { Output } from './output.ts'

/** Shows the overview of the home page in words. */
export function showStatus(
  { attention, in_progress, next_times }: Overview,
  { output, clock }: { output: Output; clock: Clock },
): void {
  output.line(in_progress.count === 0 ? 'Nothing runs.' : `${countOf(in_progress.count, 'run')} in progress:`)
  for (const { id, name, status, rows_done, rows_total, waiting_for } of in_progress.runs) {
    const rows = rows_done === null ? '' : `, ${rows_done} of ${rows_total ?? '?'} rows`
    output.line(`  ${id} ${name}: ${status}${rows}${waiting_for === null ? '' : `, ${waiting_for}`}`)
  }
  const { all_inactive: inactive } = attention
  if (inactive?.since) {
    const since = `${clock.timeText(inactive.since)} ${clock.zoneName}`
    output.line(`All tasks are inactive since ${since}${inactive.by === null ? '' : `, by ${inactive.by}`}.`)
  } else if (inactive) output.line('All tasks are inactive.')
  const inNeed = Object.values(attention.counts).reduce((total, count) => total + count, 0)
  output.line(inNeed === 0 ? 'No task needs attention.' : `${countOf(inNeed, 'task')} need attention:`)
  for (const { id, name, reason, message } of attention.tasks) {
    output.line(`  ${id} ${name}: ${reason}${message === null ? '' : `, ${message}`}`)
  }
  for (const { email } of attention.accounts) output.line(`  The access of ${email} has expired.`)
  const [next] = next_times
  if (!next) return
  const what = next.is_run_all ? 'Run All' : countOf(next.tasks_count, 'task')
  output.line(`Next: ${clock.timeText(next.at)} ${clock.zoneName}, ${what}`)
}
