import { expect, test } from 'vitest'
import type { RecentRun } from '#contract/task.ts'
import { barPercent, summarizeRuns } from './recent-runs.ts'

const buildRun = (change: Partial<RecentRun>): RecentRun => ({
  id: 1,
  status: 'Success',
  started_at: null,
  seconds: null,
  ...change,
})

test('the longest run has the tallest bar, and one that never started the shortest', () => {
  const runs = [buildRun({ seconds: 40 }), buildRun({ seconds: 20 }), buildRun({ seconds: null })]
  expect(runs.map((run) => barPercent(run, runs))).toEqual([100, 63, 25])
})

test('a run that took no time has a minimum height', () => {
  const runs = [buildRun({ seconds: 0 })]
  expect(runs.map((run) => barPercent(run, runs))).toEqual([25])
})

test('summarizes the bars for screen readers', () => {
  expect(summarizeRuns([buildRun({}), buildRun({ status: 'Error' }), buildRun({})])).toBe(
    'Last 3 runs: 2 Success, 1 Error',
  )
  expect(summarizeRuns([buildRun({})])).toBe('Last run: 1 Success')
})
