import { expect, test } from 'vitest'
import type { RecentRun } from '#contract/task.ts'
import { barPercent, runsInWords } from './recent-runs.ts'

const aRun = (change: Partial<RecentRun>): RecentRun => ({
  id: 1,
  status: 'Success',
  started_at: null,
  seconds: null,
  ...change,
})

test('the longest run has the highest bar and one that never started the lowest', () => {
  const runs = [aRun({ seconds: 40 }), aRun({ seconds: 20 }), aRun({ seconds: null })]
  expect(runs.map((run) => barPercent(run, runs))).toEqual([100, 63, 25])
})

test('runs that took no time at all are drawn all the same', () => {
  const runs = [aRun({ seconds: 0 })]
  expect(runs.map((run) => barPercent(run, runs))).toEqual([25])
})

test('the bars are told in words to whoever cannot see them', () => {
  expect(runsInWords([aRun({}), aRun({ status: 'Error' }), aRun({})])).toBe('Last 3 runs: 2 Success, 1 Error')
  expect(runsInWords([aRun({})])).toBe('Last run: 1 Success')
})
