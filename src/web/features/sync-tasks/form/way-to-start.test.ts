import { expect, test } from 'vitest'
import { NEW_TASK, type TaskFormValues } from './task-form.ts'
import { allowsWay, valuesForWay, type Way, wayIn } from './way-to-start.ts'

const QUIET = { every_minutes: null, on_edit: false, after_source: false }
const BUSY = { every_minutes: 30, on_edit: true, after_source: true }
const NO_TIMES = { ...NEW_TASK, scheduled_times: '' }

test.each<[Partial<TaskFormValues>, Way]>([
  [{}, 'times'],
  [{ scheduled_times: '' }, 'hand'],
  [{ scheduled_times: '', every_minutes: '5', every_minutes_between: '07:00-19:00' }, 'every'],
  [{ on_edit: 'true', on_edit_pause_minutes: '2' }, 'edit'],
  [{ every_minutes: '5' }, 'several'],
  [{ schedule_days: 'Mon' }, 'several'],
  [{ after_source: 'true' }, 'several'],
  [{ every_minutes: '0', on_edit: 'false' }, 'times'],
])('the values %j are shown as %s', (values, way) => {
  expect(wayIn({ ...NEW_TASK, ...values }, QUIET)).toBe(way)
})

test('a task without a start of its own starts as its type says', () => {
  expect(wayIn(NO_TIMES, BUSY)).toBe('every')
  expect(wayIn({ ...NO_TIMES, every_minutes: '0' }, BUSY)).toBe('edit')
  expect(wayIn({ ...NO_TIMES, every_minutes: '0', on_edit: 'false' }, BUSY)).toBe('hand')
})

test('each choice takes back the others, also those of the type where nothing may start the task', () => {
  const several = { ...NEW_TASK, every_minutes: '5', schedule_days: 'Mon', on_edit: 'true' }
  for (const type of [QUIET, BUSY, undefined]) {
    for (const way of ['times', 'hand', 'every', 'edit'] as const) {
      const values = { ...several, ...valuesForWay(way, several, type) }
      expect([way, wayIn(values, type)]).toEqual([way, way])
      expect(allowsWay(way, values, type)).toBe(true)
    }
  }
  expect(valuesForWay('several', several, BUSY)).toEqual({})
})

test('a choice stays while its field is empty, and gives way to values that it does not show', () => {
  expect(allowsWay('times', NO_TIMES, QUIET)).toBe(true)
  expect(allowsWay('every', { ...NO_TIMES, every_minutes: '' }, QUIET)).toBe(true)
  expect(allowsWay('times', { ...NEW_TASK, every_minutes: '5' }, QUIET)).toBe(false)
  expect(allowsWay('hand', NO_TIMES, BUSY)).toBe(false)
})
