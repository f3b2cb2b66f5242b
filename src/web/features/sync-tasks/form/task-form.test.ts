import { describe, expect, test } from 'vitest'
import {
  bodyForCreate,
  bodyForUpdate,
  faultsByField,
  faultsOf,
  NEW_TASK,
  type TaskFormValues,
  timesFault,
  timesFromText,
} from './task-form.ts'

const filled: TaskFormValues = { ...NEW_TASK, sync_task_type_id: '3', source_ss_id: 'source', target_ss_id: 'target' }

describe('scheduled times', () => {
  test('are split on commas and trimmed', () => {
    expect(timesFromText(' 04:00 ,23:00,')).toEqual(['04:00', '23:00'])
  })

  test.each(['', '  ', ' , '])('%j is sent as no schedule', (text) => {
    expect(timesFromText(text)).toEqual(['None'])
  })

  test('are refused by name when one is not a time of day', () => {
    expect(timesFault('04:00, 25:00')).toBe("'25:00' is not a time in HH:MM format (24-hour)")
    expect(timesFault('4:00, 23:59')).toBeUndefined()
    expect(timesFault('')).toBeUndefined()
  })
})

test('a filled form has no faults', () => {
  expect(faultsOf(filled)).toEqual({})
})

test('an untouched form asks for the type and both spreadsheets', () => {
  expect(Object.keys(faultsOf(NEW_TASK)).sort()).toEqual(['source_ss_id', 'sync_task_type_id', 'target_ss_id'])
})

test('a start row below 1 is refused beside its field', () => {
  expect(faultsOf({ ...filled, start_row: 0 })).toEqual({ start_row: 'Start row must be at least 1' })
})

test('a new task is sent with sort order 0 and without a limit of its own', () => {
  expect(bodyForCreate(filled)).toMatchObject({ sync_task_type_id: 3, sort_order: 0, max_concurrent_tasks: null })
})

test.each([
  [{ source_sheet_name: 'January', target_sheet_name: 'Copy' }, 'January'],
  [{ source_sheet_name: '', target_sheet_name: 'Copy' }, 'Copy'],
  [{ source_sheet_name: '', target_sheet_name: '' }, 'Sync Task 7'],
])('an edited task is named after %j', (sheets, name) => {
  expect(bodyForUpdate({ ...filled, ...sheets }, 7).name).toBe(name)
})

test("the server's fault about one entry of a list is shown beside the list's field", () => {
  expect(faultsByField({ 'scheduled_times.1': 'No', name: 'Taken' })).toEqual({ scheduled_times: 'No', name: 'Taken' })
})
