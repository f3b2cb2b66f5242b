import { expect, test } from 'vitest'
import type { Lending } from '#contract/access.ts'
import { accessProblem, changesAccess, mayServe, resolveOwner } from './lent-access.ts'
import { newTaskSettings } from './task-settings.ts'

const task = newTaskSettings({
  id: 1,
  chunkSize: 1000,
  fields: {
    ...{ name: 'Revenue', sync_task_type_id: 1, source_ss_id: 'a', source_sheet_name: '', target_ss_id: 'b' },
    ...{ target_sheet_name: '', scheduled_times: [], relevant_user_accounts: 'Ann@a.example', start_row: 1 },
    ...{ max_concurrent_tasks: null, is_active: true, notes: '', holds_edits: false, sort_order: 0 },
    ...{ schedule_days: [], paused_until: null, holidays: [], expect_filled: [], expect_unique: [] },
    ...{ columns: '', rows: '', target_cell: '', header: null },
    ...{ more_sources: [], source_column: '', when_source_fails: 'keep_its_rows' },
    ...{ every_minutes: null, every_minutes_between: '' },
    ...{ fresh_by: null, fresh_within_minutes: null },
    ...{ columns: '', rows: '', target_cell: '', header: null, after_source: null },
    ...{ on_edit: null, on_edit_pause_minutes: null, on_edit_at_most_every_minutes: null },
    ...{ columns: '', rows: '', target_cell: '', header: null, mode: 'mirror', time_column: '', hidden_rows: 'copy' },
    ...{ key_columns: '', missing_rows: 'keep', beside: 'ask' },
    ...{ split_by: '', targets: [], targets_from: null, unmatched: 'hold', control_sums: [] },
  },
})

test.each<{ lending: Lending; own: boolean; others: boolean }>([
  { lending: 'nobody', own: false, others: false },
  { lending: 'own_tasks', own: true, others: false },
  { lending: 'everyone', own: true, others: true },
])('access lent to $lending serves own tasks: $own, those of others: $others', ({ lending, own, others }) => {
  const address = 'ann@a.example'
  expect(mayServe({ address, owner: address, lending })).toBe(own)
  expect(mayServe({ address, owner: 'bob@a.example', lending })).toBe(others)
})

test.each([
  [{ sourceSsId: 'c' }, true],
  [{ sourceSheetName: 'x' }, true],
  [{ targetSsId: 'c' }, true],
  [{ targetSheetName: 'x' }, true],
  [{ startRow: 2 }, true],
  [{ columns: 'Salary' }, true],
  [{ rows: 'Salary > 1' }, true],
  [{ relevantUserAccounts: '' }, true],
  [{ name: 'x', notes: 'x', chunkSize: 5, isActive: false, scheduledTimes: ['01:00'], taskTypeId: 2 }, false],
])('after the change %j, the person who made it is the owner: %s', (changed, expected) => {
  expect(changesAccess({ before: task, after: { ...task, ...changed } })).toBe(expected)
})

test('the owner is the creator until somebody takes a task over', () => {
  expect(resolveOwner({ owner: null, createdBy: 'Ann@a.example' })).toBe('ann@a.example')
  expect(resolveOwner({ owner: 'Bob@a.example', createdBy: 'ann@a.example' })).toBe('bob@a.example')
})

test('every listed account must be lent, and an unknown one is not', () => {
  const findLending = (address: string) => (address === 'ann@a.example' ? 'own_tasks' : undefined)
  const problemFor = (relevantUserAccounts: string, owner: string) =>
    accessProblem({ task: { ...task, relevantUserAccounts }, owner, findLending })?.message
  expect(problemFor('', 'bob@a.example')).toBeUndefined()
  expect(problemFor('ann@a.example', 'ann@a.example')).toBeUndefined()
  expect(problemFor('ann@a.example', 'bob@a.example')).toMatch(/^ann@a\.example does not let your tasks use/)
  expect(problemFor('ann@a.example, eve@a.example', 'ann@a.example')).toMatch(/^eve@a\.example does not let/)
})
