import { expect, test } from 'vitest'
import { describeInterval, intervalLine } from './describe-interval.ts'

test.each([
  [{ everyMinutes: 1, between: '' }, 'every minute'],
  [{ everyMinutes: 90, between: '22:00-06:00' }, 'every 90 minutes from 22:00 to 06:00'],
])('%j: %s', (interval, words) => expect(describeInterval(interval)).toBe(words))

test('the line of a task takes what it leaves out from its type', () => {
  const none = { every_minutes: null, every_minutes_between: '' }
  const type = { id: 1, name: 'Masters', chunk_size: 1, allowed_concurrent_tasks: 1 }
  const task_type = { ...type, every_minutes: 15, every_minutes_between: '07:00-19:00' }
  expect(intervalLine({ ...none, task_type: { ...type, ...none } })).toBe('')
  expect(intervalLine({ ...none, task_type })).toBe('Every 15 min, 07:00-19:00')
  expect(intervalLine({ every_minutes: 5, every_minutes_between: '00:00-24:00', task_type })).toBe(
    'Every 5 min, 00:00-24:00',
  )
})
