import { expect, test } from 'vitest'
import { taskTable, taskTypeTable } from './tables.ts'

test.each([
  ['is_active', ' TRUE ', true],
  ['is_active', 'False', false],
  ['is_active', 'yes', 'yes'],
  ['is_active', 'WAHR\u200b', true],
  ['chunk_size', '\ufeff500,0', 500],
  ['chunk_size', '2.000', Number.NaN],
  ['is_active', ' ', undefined],
  ['header', ' ', null],
  ['chunk_size', ' 500 ', 500],
  ['chunk_size', 'many', Number.NaN],
  ['max_concurrent_tasks', '', null],
  ['mode', ' Append ', 'append'],
  ['notes', ' as typed ', ' as typed '],
  ['notes', "'=1+1", '=1+1'],
  ['notes', '', ''],
  ['scheduled_times', ' 04:00, 05:00 ', ['04:00', '05:00']],
  ['scheduled_times', '', []],
  ['expect_unique', " '=Order, No. ", ['=Order', 'No.']],
  ['more_sources', ' 1AbC!Data ', [{ source_ss_id: '1AbC', source_sheet_name: 'Data' }]],
  ['more_sources', '1AbC!"Data', '1AbC!"Data'],
])('%s reads %j as %j', (column, field, value) => {
  expect(taskTable.parse({ [column]: field }).fields).toEqual(value === undefined ? {} : { [column]: value })
})

test.each([
  [' 12 ', 12],
  ['\u200b12.0', 12],
  ['1234567890', 1_234_567_890],
  ['12345678901', undefined],
  ['012', undefined],
  ['12a', undefined],
  ['a12', undefined],
  ['0', undefined],
  ['', undefined],
])('an id reads %j as %j', (field, id) => {
  expect(taskTable.parse({ id: field }).id).toBe(id)
})

test('a type is referred to by its name', () => {
  expect(taskTable.parse({ task_type: " '=Night " }).reference).toBe("'=Night")
  expect(taskTable.parse({ task_type: "'=Night " }).reference).toBe('=Night')
  expect(taskTypeTable.parse({ depends_on: ' ' }).reference).toBe('')
  expect(taskTypeTable.parse({}).reference).toBeUndefined()
})
