import { expect, test } from 'vitest'
import type { TaskType } from '#contract/task-type.ts'
import { buildTaskTypeReply } from '#tests/support/build-task-type-reply.ts'
import { parseTaskTypeForm, taskTypeFormValues, validateTaskTypeForm } from './task-type-form.ts'

function buildType(over: Partial<TaskType> & { id: number }): TaskType {
  return buildTaskTypeReply({ name: `Type ${over.id}`, allowed_concurrent_tasks: 2, ...over })
}

const types = [buildType({ id: 1 }), buildType({ id: 2, depends_on_id: 1 })]
const form = { ...taskTypeFormValues(null), name: 'Board Pack' }

test('the defaults of a new type lack only a name', () => {
  expect(validateTaskTypeForm({ form: taskTypeFormValues(null), typeId: null, types })).toEqual({
    name: 'Name is required',
  })
})

test('a saved type survives a round trip through the form', () => {
  const saved = buildType({ id: 2, name: 'Ledger', depends_on_id: 1, queue_delay_seconds: 15, chunk_size: 500 })
  expect(parseTaskTypeForm(taskTypeFormValues(saved), saved)).toEqual({
    name: 'Ledger',
    allowed_concurrent_tasks: 2,
    depends_on_id: 1,
    queue_delay_seconds: 15,
    max_retries: 3,
    retry_delay_seconds: 60,
    chunk_size: 500,
  })
})

test('what the specification does not list is sent only when it was changed', () => {
  const saved = buildType({ id: 1, skips_untouched: true, alert_after_hours: 24, hold_loss_percent: 100 })
  const values = taskTypeFormValues(saved)
  const cleared = { skips_untouched: false, alert_after_hours: null, hold_loss_percent: 30 }
  const set = {
    skips_untouched: true,
    alert_after_hours: 24,
    on_column_change: 'follow',
    hold_loss_percent: 50,
    fresh_by: '07:30',
  }
  for (const field of [
    'skips_untouched',
    'alert_after_hours',
    'on_column_change',
    'hold_loss_percent',
    'fresh_by',
    'freshness_note',
  ]) {
    expect(parseTaskTypeForm(values, saved)).not.toHaveProperty(field)
    expect(parseTaskTypeForm(form, null)).not.toHaveProperty(field)
  }
  expect(
    parseTaskTypeForm({ ...values, ...cleared, alert_after_hours: '', hold_loss_percent: '30' }, saved),
  ).toMatchObject(cleared)
  expect(parseTaskTypeForm({ ...form, ...set, alert_after_hours: '24', hold_loss_percent: '50' }, null)).toMatchObject(
    set,
  )
})

test.each([
  ['name', { name: '   ' }, 'Name is required'],
  ['allowed_concurrent_tasks', { allowed_concurrent_tasks: '0' }, 'Allowed concurrent tasks must be at least 1'],
  ['allowed_concurrent_tasks', { allowed_concurrent_tasks: '' }, 'Allowed concurrent tasks must be a whole number'],
  ['queue_delay_seconds', { queue_delay_seconds: '-1' }, 'Queue delay must be at least 0'],
  ['max_retries', { max_retries: '-1' }, 'Max retries must be at least 0'],
  ['retry_delay_seconds', { retry_delay_seconds: '-1' }, 'Retry delay must be at least 0'],
  ['alert_after_hours', { alert_after_hours: '0' }, 'Max hours without success must be at least 1'],
  ['hold_loss_percent', { hold_loss_percent: '0' }, 'Allowed loss must be at least 1'],
  ['hold_loss_percent', { hold_loss_percent: '101' }, 'Allowed loss must be at most 100'],
  ['chunk_size', { chunk_size: '0' }, 'Chunk size must be at least 1'],
  ['chunk_size', { chunk_size: '12abc' }, 'Chunk size must be a whole number'],
  ['chunk_size', { chunk_size: '1.5' }, 'Chunk size must be a whole number'],
  ['chunk_size', { chunk_size: '99999999999999999999' }, 'Chunk size must be at most 100000'],
])('reports an invalid %s: %j', (field, change, message) => {
  expect(validateTaskTypeForm({ form: { ...form, ...change }, typeId: null, types })).toEqual({ [field]: message })
})

test('a type that depends on itself has its own message', () => {
  const onItself = validateTaskTypeForm({ form: { ...form, depends_on_id: '1' }, typeId: 1, types })
  const onItsDependent = validateTaskTypeForm({ form: { ...form, depends_on_id: '2' }, typeId: 1, types })
  expect(onItself).toEqual({ depends_on_id: 'A task type cannot depend on itself' })
  expect(onItsDependent).toEqual({
    depends_on_id: 'Circular dependency detected. Please select a different dependency.',
  })
})

test('accepts a dependency that closes no loop', () => {
  expect(validateTaskTypeForm({ form: { ...form, depends_on_id: '2' }, typeId: null, types })).toEqual({})
})
