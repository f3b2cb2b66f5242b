import { expect, test } from 'vitest'
import { buildRunReply } from '#tests/support/build-run-reply.ts'
import { runTooltipFormatter } from './run-tooltip.ts'

const tooltipOf = runTooltipFormatter('America/New_York')

test('a run shows its task, status, times, rows and who triggered it', () => {
  expect(tooltipOf([buildRunReply()]).split('\n')).toEqual([
    'Orders: Success',
    expect.stringMatching(/^Nov 21, 11:00:00\s–\s11:05:00 \(5m 0s\)$/),
    '4,000 rows, 12 cells changed',
    'by jo@example.com',
  ])
})

test('a run that moved cells says how many', () => {
  expect(tooltipOf([buildRunReply({ cells_moved: 8 })])).toContain('4,000 rows, 12 cells changed, 8 cells moved\n')
})

test('a skipped run says so', () => {
  const [status] = tooltipOf([buildRunReply({ is_skipped: true, rows: null })]).split('\n')
  expect(status).toBe('Orders: Success · unchanged, skipped')
})

test.each([
  [{ status: 'Running', ended_at: null, rows: null }, ['Orders: In Progress', 'Started Nov 21, 11:00:00']],
  [{ status: 'Queued', started_at: null, ended_at: null, rows: null }, ['Orders: Queued', 'Queued Nov 21, 10:59:00']],
  [{ status: 'Stopped', started_at: null, rows: null }, ['Orders: Stopped', 'Never started, queued Nov 21, 10:59:00']],
] as const)('a run with %j shows only what is known', (change, lines) => {
  expect(tooltipOf([buildRunReply(change)]).split('\n')).toEqual([...lines, 'by jo@example.com'])
})

test('a bar with several runs counts them and names the most severe one, which it links to', () => {
  const failed = buildRunReply({ task_name: 'Refunds', status: 'Error' })
  const others = ['Returns', 'Rates', 'Rates', 'Rosters'].map((task_name) => buildRunReply({ task_name }))
  expect(tooltipOf([buildRunReply(), failed, ...others]).split('\n')).toEqual([
    '6 runs: 5 Success, 1 Error',
    'Orders, Refunds, Returns and 2 more tasks',
    'Opens the log of Refunds',
  ])
})
