import { expect, test } from 'vitest'
import { TaskFields } from '#contract/task-fields.ts'
import { isOwnTarget, movedField } from './task-places.ts'
import { newTaskSettings } from './task-settings.ts'

interface Case {
  one: [ssId: string, sheetName: string]
  other: [ssId: string, sheetName: string]
  isSame: boolean
  what: string
}

const cases: Case[] = [
  { one: ['book', 'Orders'], other: ['book', 'Orders'], isSame: true, what: 'the same tab' },
  { one: ['book', 'Orders'], other: ['book', 'ORDERS'], isSame: true, what: 'the same tab in capitals' },
  { one: ['book', 'Orders'], other: ['book', ' Orders '], isSame: true, what: 'the same tab with blanks around it' },
  { one: ['book', ''], other: ['book', 'Sheet1'], isSame: false, what: 'the first tab and a named one' },
  { one: ['book', ''], other: ['book', ''], isSame: true, what: 'the first tab twice' },
  { one: ['book', 'Orders'], other: ['book', 'Copy'], isSame: false, what: 'two tabs of a spreadsheet' },
  { one: ['book', 'Orders'], other: ['other', 'Orders'], isSame: false, what: 'two spreadsheets' },
]
const target = ([targetSsId, targetSheetName]: Case['one']) => ({ targetSsId, targetSheetName })

test.each(cases)('isOwnTarget: source and target are $what → $isSame', ({ one, other, isSame }) => {
  expect(isOwnTarget({ sourceSsId: one[0], sourceSheetName: one[1], ...target(other) })).toBe(isSame)
})

test.each([
  { change: { source_ss_id: 'c' }, moved: 'source_ss_id' },
  { change: { target_ss_id: 'c' }, moved: 'target_ss_id' },
  { change: { source_sheet_name: 'C' }, moved: 'source_sheet_name' },
  { change: { target_sheet_name: 'C' }, moved: 'target_sheet_name' },
  { change: { start_row: 9 }, moved: 'start_row' },
  { change: { name: 'Other', chunk_size: 5, is_active: false }, moved: undefined },
])('a change of $change moves $moved', ({ change, moved }) => {
  const fields = { sync_task_type_id: 1, name: 'Orders', source_ss_id: 'a', target_ss_id: 'b' }
  const settings = (more: object) =>
    newTaskSettings({ id: 1, fields: TaskFields.parse({ ...fields, ...more }), chunkSize: 1000 })
  expect(movedField({ before: settings({}), after: settings(change) })).toBe(moved)
})
