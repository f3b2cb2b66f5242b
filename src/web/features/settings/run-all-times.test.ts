import { expect, test } from 'vitest'
import { addRunAllTime, changedTimes, changeOfTimes } from './run-all-times.ts'

test('adds a time in chronological order', () => {
  expect(addRunAllTime(['04:00', '23:00'], '12:30')).toEqual({ kind: 'added', times: ['04:00', '12:30', '23:00'] })
})

test('a change applies to times that somebody else has changed meanwhile', () => {
  const change = changeOfTimes(['04:00', '23:00'], ['04:00', '12:30'])
  expect(change).toEqual({ added: ['12:30'], removed: ['23:00'] })
  expect(changedTimes(['04:00', '06:00', '23:00'], change)).toEqual(['04:00', '06:00', '12:30'])
  expect(changedTimes(['12:30'], change)).toEqual(['12:30'])
})

test('pads a single-digit hour', () => {
  expect(addRunAllTime([], ' 4:05 ')).toEqual({ kind: 'added', times: ['04:05'] })
})

test.each(['', '24:00', '12:60', '1230', 'noon', '12:5', '-1:00'])('rejects %j', (entered) => {
  expect(addRunAllTime([], entered)).toEqual({
    kind: 'invalid',
    message: 'Please enter a valid time in HH:MM format (24-hour)',
  })
})

test.each(['04:00', '4:00'])('rejects the duplicate %s', (entered) => {
  expect(addRunAllTime(['04:00'], entered)).toEqual({ kind: 'duplicate', message: 'This time is already scheduled' })
})
