import { expect, test } from 'vitest'
import { TaskFields, taskShape } from '#contract/task-fields.ts'
import { newTaskSettings, taskSettings } from './task-settings.ts'

const fields = TaskFields.parse({ sync_task_type_id: 3, source_ss_id: 'source', target_ss_id: 'target' })
const settings = newTaskSettings({ id: 9, fields, chunkSize: 500 })

test('names settings in camelCase, without the prefix of the specification', () => {
  expect(taskSettings.names).toMatchObject({
    sync_task_type_id: 'taskTypeId',
    source_ss_id: 'sourceSsId',
    name: 'name',
  })
})

test('a new task has every setting, the chunk size of its type, and a name', () => {
  expect(Object.keys(settings)).toEqual(Object.values(taskSettings.names))
  expect(settings).toMatchObject({ taskTypeId: 3, chunkSize: 500, name: 'Sync Task 9', startRow: 1 })
  expect(Object.values(settings)).not.toContain(undefined)
})

test('settings convert to fields and back', () => {
  expect(Object.keys(taskSettings.toFields(settings))).toEqual(Object.keys(taskShape))
  expect(taskSettings.fromFields(taskSettings.toFields(settings))).toEqual(settings)
})

test('a change sets the fields that it has, null included, and keeps the others', () => {
  const limited = taskSettings.apply(settings, { max_concurrent_tasks: 2, name: 'Orders' })
  expect(limited).toEqual({ ...settings, maxConcurrentTasks: 2, name: 'Orders' })
  expect(taskSettings.apply(limited, { max_concurrent_tasks: null, name: undefined })).toEqual({
    ...settings,
    name: 'Orders',
  })
})

test.each(Object.values(taskSettings.names))('two tasks that differ in %s are not the same', (name) => {
  expect(taskSettings.areSame(settings, { ...settings })).toBe(true)
  expect(taskSettings.areSame(settings, { ...settings, [name]: ['another'] })).toBe(false)
})
