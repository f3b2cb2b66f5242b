import { expect, test } from 'vitest'
import { aRun } from '#tests/support/a-run.ts'
import { barDescriber } from './run-in-words.ts'

const describeBar = barDescriber('America/New_York')

test('a run says its task, outcome, times, rows and who wanted it', () => {
  expect(describeBar([aRun()]).split('\n')).toEqual([
    'Orders: Success',
    expect.stringMatching(/^Nov 21, 11:00:00\s–\s11:05:00 \(5m 0s\)$/),
    '4,000 rows, 12 cells changed',
    'by jo@example.com',
  ])
})

test.each([
  [{ status: 'Running', ended_at: null, rows: null }, ['Orders: In Progress', 'since Nov 21, 11:00:00']],
  [{ status: 'Queued', started_at: null, ended_at: null, rows: null }, ['Orders: Queued', 'queued Nov 21, 10:59:00']],
  [{ status: 'Stopped', started_at: null, rows: null }, ['Orders: Stopped', 'not started, queued Nov 21, 10:59:00']],
] as const)('a run that %j says what is known', (change, lines) => {
  expect(describeBar([aRun(change)]).split('\n')).toEqual([...lines, 'by jo@example.com'])
})

test('runs in one bar are counted, and the gravest is what the bar opens', () => {
  const failed = aRun({ task_name: 'Refunds', status: 'Error' })
  const others = ['Returns', 'Rates', 'Rates', 'Rosters'].map((task_name) => aRun({ task_name }))
  expect(describeBar([aRun(), failed, ...others]).split('\n')).toEqual([
    '6 runs: 5 Success, 1 Error',
    'Orders, Refunds, Returns and 2 more tasks',
    'Opens the log of Refunds',
  ])
})
