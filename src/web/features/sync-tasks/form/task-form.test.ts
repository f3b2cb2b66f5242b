import { describe, expect, test } from 'vitest'
import {
  bodyForCreate,
  bodyForUpdate,
  NEW_TASK,
  parseTimes,
  problemsByField,
  type TaskFormValues,
  timesProblem,
  validateTaskForm,
} from './task-form.ts'

const filled: TaskFormValues = { ...NEW_TASK, sync_task_type_id: '3', source_ss_id: 'source', target_ss_id: 'target' }

describe('scheduled times', () => {
  test('are split on commas and trimmed', () => {
    expect(parseTimes(' 04:00 ,23:00,')).toEqual(['04:00', '23:00'])
  })

  test.each(['', '  ', ' , '])('%j is sent as no schedule', (text) => {
    expect(parseTimes(text)).toEqual(['None'])
  })

  test('are rejected with the invalid entry', () => {
    expect(timesProblem('04:00, 25:00')).toBe("'25:00' is not a time in HH:MM format (24-hour)")
    expect(timesProblem('4:00, 23:59')).toBeUndefined()
    expect(timesProblem('')).toBeUndefined()
  })
})

test('a complete form is valid', () => {
  expect(validateTaskForm(filled)).toEqual({})
})

test('a new form lacks the type and both spreadsheets', () => {
  expect(Object.keys(validateTaskForm(NEW_TASK)).sort()).toEqual(['source_ss_id', 'sync_task_type_id', 'target_ss_id'])
})

test.each([
  ['0', 'Start row must be at least 1'],
  ['', 'Start row must be a whole number'],
  ['12abc', 'Start row must be a whole number'],
  ['1.5', 'Start row must be a whole number'],
  ['99999999999999999999', 'Start row must be at most 10000000'],
])('rejects the start row %j', (start_row, message) => {
  expect(validateTaskForm({ ...filled, start_row })).toEqual({ start_row: message })
})

test('numbers may have spaces around them, and no limit of its own is empty', () => {
  expect(bodyForCreate({ ...filled, start_row: ' 7 ', max_concurrent_tasks: ' ' })).toMatchObject({
    start_row: 7,
    max_concurrent_tasks: null,
  })
})

test('a new task is sent with sort order 0 and without its own limit', () => {
  expect(bodyForCreate(filled)).toMatchObject({ sync_task_type_id: 3, sort_order: 0, max_concurrent_tasks: null })
})

test.each([
  [{ source_sheet_name: 'January', target_sheet_name: 'Copy' }, 'January'],
  [{ source_sheet_name: '', target_sheet_name: 'Copy' }, 'Copy'],
  [{ source_sheet_name: '', target_sheet_name: '' }, 'Sync Task 7'],
])('an edited task is named after %j', (sheets, name) => {
  expect(bodyForUpdate({ ...filled, ...sheets }, 7).name).toBe(name)
})

test("a server error about an entry of a list is shown at the list's field", () => {
  expect(problemsByField({ 'scheduled_times.1': 'No', name: 'Taken' })).toEqual({
    scheduled_times: 'No',
    name: 'Taken',
  })
})

test('a name that was typed is sent as chosen, also when it is that of a tab', () => {
  const values = { ...filled, source_sheet_name: 'Data' }
  expect(bodyForUpdate({ ...values, name: 'Data' }, 7)).toMatchObject({ name: 'Data', has_own_name: true })
  expect(bodyForUpdate({ ...values, name: '' }, 7)).toMatchObject({ name: 'Data', has_own_name: false })
})
