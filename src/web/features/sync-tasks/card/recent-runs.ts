import type { RecentRun } from '#contract/task.ts'

const MIN_PERCENT = 25

/** The height of a run's bar, 25 to 100, relative to the longest run. A run that never started has the minimum. */
export function barPercent(run: RecentRun, runs: readonly RecentRun[]): number {
  const longest = Math.max(1, ...runs.map(({ seconds }) => seconds ?? 0))
  return Math.round(MIN_PERCENT + (100 - MIN_PERCENT) * ((run.seconds ?? 0) / longest))
}

/** Text for screen readers: the number of runs and of each outcome. */
export function summarizeRuns(runs: readonly RecentRun[]): string {
  const counts = new Map<string, number>()
  for (const { status } of runs) counts.set(status, (counts.get(status) ?? 0) + 1)
  const outcomes = [...counts].map(([status, count]) => `${count} ${status}`).join(', ')
  return `Last ${runs.length === 1 ? 'run' : `${runs.length} runs`}: ${outcomes}`
}
