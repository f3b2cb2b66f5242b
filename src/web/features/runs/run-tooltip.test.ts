import { expect, test } from 'vitest'
import type { Run, TimelineBar } from '#contract/run.ts'
import { buildRunReply } from '#tests/support/build-run-reply.ts'
import { runTooltipFormatter } from './run-tooltip.ts'

const format = runTooltipFormatter('America/New_York')
/** The tooltip of a bar with a single run. */
const formatTooltip = (run: Partial<Run>) => format(buildBar(run))

function buildBar(run: Partial<Run>): TimelineBar {
  const shown = buildRunReply(run)
  const times = { from: shown.started_at ?? shown.queued_at, to: shown.ended_at }
  const counts = { runs_count: 1, statuses: [{ status: shown.status, count: 1 }] }
  return { ...times, ...counts, track: 0, task_names: [shown.task_name], has_more_tasks: false, run: shown }
}

test('a run shows its task, status, times, rows and who triggered it', () => {
  expect(formatTooltip({}).split('\n')).toEqual([
    'Orders: Success',
    expect.stringMatching(/^Nov 21, 11:00:00\s–\s11:05:00 \(5m 0s\)$/),
    '4,000 rows, 12 cells changed',
    'by jo@example.com',
  ])
})

test('a run that moved cells says how many', () => {
  expect(formatTooltip({ cells_moved: 8 })).toContain('4,000 rows, 12 cells changed, 8 cells moved\n')
})

test('a skipped run says so', () => {
  const [status] = formatTooltip({ is_skipped: true, rows: null }).split('\n')
  expect(status).toBe('Orders: Success · unchanged, skipped')
})

test.each([
  [{ status: 'Running', ended_at: null, rows: null }, ['Orders: In Progress', 'Started Nov 21, 11:00:00']],
  [{ status: 'Queued', started_at: null, ended_at: null, rows: null }, ['Orders: Queued', 'Queued Nov 21, 10:59:00']],
  [{ status: 'Stopped', started_at: null, rows: null }, ['Orders: Stopped', 'Never started, queued Nov 21, 10:59:00']],
] as const)('a run with %j shows only what is known', (change, lines) => {
  expect(formatTooltip(change).split('\n')).toEqual([...lines, 'by jo@example.com'])
})

test('a bar with several runs counts them, and names a few tasks and the run that it opens', () => {
  const bar: TimelineBar = {
    ...buildBar({ task_name: 'Refunds', status: 'Error' }),
    runs_count: 1206,
    statuses: [
      { status: 'Success', count: 1205 },
      { status: 'Error', count: 1 },
    ],
    task_names: ['Orders', 'Rates', 'Refunds'],
  }
  const lines = ['1,206 runs: 1,205 Success, 1 Error', 'Orders, Rates, Refunds', 'Opens the run of Refunds']
  expect(format(bar).split('\n')).toEqual(lines)
  expect(format({ ...bar, has_more_tasks: true })).toContain('Orders, Rates, Refunds and more\n')
})
