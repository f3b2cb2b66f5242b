import { expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { formatEnd, formatPlace, rowState } from './row-state.ts'

const hold = { id: 1, rules: [], since: '2026-01-15T09:00:00Z', accepted_at: null, accepted_by: null }
const run = { id: 1, status: 'Warning', started_at: null, seconds: null } as const

test.each([
  { fields: { task_status: 'Success' }, text: 'Success' },
  { fields: { task_status: 'Running', rows_done: 5, rows_total: 20 }, text: 'In Progress 25 %' },
  { fields: { task_status: 'Running' }, text: 'In Progress' },
  { fields: { task_status: 'Warning' }, text: 'Warning' },
  { fields: { task_status: 'Warning', hold }, text: 'Held' },
  { fields: { task_status: 'Warning', recent_runs: [run] }, text: 'Not run' },
] as const)('$text', ({ fields, text }) => {
  expect(rowState(buildTaskReply(fields as object))).toBe(text)
})

test('an end of a copy is its tab, in full with its spreadsheet, whose ID stands for an unknown title', () => {
  expect(formatEnd({ tab: 'Data', title: 'Ledger', id: 'abc' })).toBe('Data')
  expect(formatEnd({ tab: '', title: 'Ledger', id: 'abc' })).toBe('Ledger')
  expect(formatPlace({ tab: 'Data', title: 'Ledger', id: 'abc' })).toBe('Ledger › Data')
  expect(formatPlace({ tab: 'Data', title: null, id: 'abc' })).toBe('abc › Data')
  expect(formatPlace({ tab: '', title: null, id: 'abc' })).toBe('abc')
})
