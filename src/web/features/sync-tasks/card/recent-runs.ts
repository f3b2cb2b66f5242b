import type { RecentRun } from '#contract/task.ts'

const LOWEST_PERCENT = 25

/** How high a run's bar stands, 25 to 100, against the longest beside it. A run that never started has the lowest. */
export function barPercent(run: RecentRun, runs: readonly RecentRun[]): number {
  const longest = Math.max(1, ...runs.map(({ seconds }) => seconds ?? 0))
  return Math.round(LOWEST_PERCENT + (100 - LOWEST_PERCENT) * ((run.seconds ?? 0) / longest))
}

/** The runs in words: how many, and how many of each outcome. */
export function runsInWords(runs: readonly RecentRun[]): string {
  const counts = new Map<string, number>()
  for (const { status } of runs) counts.set(status, (counts.get(status) ?? 0) + 1)
  const outcomes = [...counts].map(([status, count]) => `${count} ${status}`).join(', ')
  return `Last ${runs.length === 1 ? 'run' : `${runs.length} runs`}: ${outcomes}`
}
