import { expect, test } from 'vitest'
import { TaskFields } from '#contract/task-fields.ts'
import { copiesOtherCells, isOwnTarget, keptTabs, movedField } from './task-places.ts'
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

const placed = (more: object) => {
  const fields = { sync_task_type_id: 1, name: 'Orders', source_ss_id: 'a', target_ss_id: 'b' }
  return newTaskSettings({ id: 1, fields: TaskFields.parse({ ...fields, ...more }), chunkSize: 1000 })
}

test.each([
  { change: { source_ss_id: 'c' }, moved: 'source_ss_id' },
  { change: { target_ss_id: 'c' }, moved: 'target_ss_id' },
  { change: { source_sheet_name: 'C' }, moved: 'source_sheet_name' },
  { change: { target_sheet_name: 'C' }, moved: 'target_sheet_name' },
  { change: { start_row: 9 }, moved: 'start_row' },
  { change: { name: 'Other', chunk_size: 5, is_active: false }, moved: undefined },
])('a change of $change moves $moved', ({ change, moved }) => {
  expect(movedField({ before: placed({}), after: placed(change) })).toBe(moved)
})

const lastTabs = { source: { sheetId: 5, title: 'Orders' }, target: { sheetId: 7, title: 'Copy' } }

test.each([
  { names: ['ORDERS', 'copy'], moved: undefined },
  { names: ['Orders ', '\u00a0Copy'], moved: undefined },
  { names: ['#gid=5', '#gid=7'], moved: undefined },
  { names: ['#gid=7', 'Copy'], moved: 'source_sheet_name' },
  { names: ['Orders', '#gid=70'], moved: 'target_sheet_name' },
  { names: ['', 'Copy'], moved: 'source_sheet_name' },
])('a task that copied Orders (5) to Copy (7) and names $names moves $moved', ({ names, moved }) => {
  const [before, after] = [['Orders', 'Copy'], names].map(([source, target]) =>
    placed({ source_sheet_name: source, target_sheet_name: target }),
  )
  if (!before || !after) throw new Error('Both are placed')
  expect(movedField({ before, after, lastTabs })).toBe(moved)
  const kept = keptTabs({ before, after, lastTabs })
  expect([kept.source, kept.target]).toEqual([
    moved === 'source_sheet_name' ? null : lastTabs.source,
    moved === 'target_sheet_name' ? null : lastTabs.target,
  ])
})

test('a list of further sources is the same under any names of its tabs', () => {
  const more = (source_sheet_name: string) => [{ source_ss_id: 'c', source_sheet_name }]
  const before = placed({ more_sources: more('North') })
  expect(copiesOtherCells({ before, after: placed({ more_sources: more('NORTH ') }) })).toBe(false)
  expect(copiesOtherCells({ before, after: placed({ more_sources: more('South') }) })).toBe(true)
})
