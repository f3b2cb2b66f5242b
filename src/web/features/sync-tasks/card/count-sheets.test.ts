import { expect, test } from 'vitest'
import { countSheets } from './count-sheets.ts'

const NONE = { split_by: '', targets: [], targets_from: null, target_values: null }
const HANDED = { ...NONE, split_by: 'Branch', target_values: ['North', 'South'] }
const targets = ['North', 'South'].map((value) => ({ value, target_ss_id: value, target_sheet_name: '' }))
const list = { ss_id: 'list', sheet_name: '', value_column: 'Branch', link_column: 'File', tab_column: '' }

test.each([
  ['one target', NONE, null],
  ['a tab for each value', HANDED, null],
  ['a file for each value', { ...HANDED, targets }, '2 sheets'],
  ['a file for each value, listed in a tab', { ...HANDED, targets_from: list }, '2 sheets'],
  ['files that are not used', { ...NONE, targets, targets_from: list }, null],
])('the sheets of a task with %s', (_what, task, sheets) => {
  expect(countSheets(task)).toBe(sheets)
})
