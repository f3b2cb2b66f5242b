import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateText, detectDateKind } from './date-text.ts'

test.each([
  [45_658, 'DATE', '2025-01-01'],
  [1, 'DATE', '1899-12-31'],
  [45_658.75, 'DATE_TIME', '2025-01-01 18:00:00'],
  [45_658.999_999, 'DATE_TIME', '2025-01-02 00:00:00'],
  [0.5, 'TIME', '12:00:00'],
  [2_958_465, 'DATE', '9999-12-31'],
  [86_402 / 86_400, 'DURATION', '24:00:02'],
  [0.5, 'DURATION', '12:00:00'],
  [-1.25, 'DURATION', '-30:00:00'],
  [0, 'DURATION', '00:00:00'],
] as const)('%d as %s reads %s', (serial, kind, text) => {
  expect(dateText(serial, kind)).toBe(text)
})

test.each([Number.MAX_VALUE, 2_958_466, -1e9])('%d is not a date', (serial) => {
  expect(dateText(serial, 'DATE')).toBeUndefined()
})

test('texts sort in the order of their days', () => {
  const days = fc.integer({ min: 0, max: 2_958_464 })
  fc.assert(
    fc.property(days, (day) => {
      expect(String(dateText(day, 'DATE')) < String(dateText(day + 1, 'DATE'))).toBe(true)
    }),
  )
})

test.each([
  [{ type: 'TIME', pattern: '[h]:mm:ss' }, 'DURATION'],
  [{ type: 'TIME', pattern: '[mm]:ss' }, 'DURATION'],
  [{ type: 'TIME', pattern: 'h:mm:ss am/pm' }, 'TIME'],
  [{ type: 'DATE', pattern: '[$-409]d mmmm' }, 'DATE'],
  [{ type: 'DATE_TIME' }, 'DATE_TIME'],
  [{ type: 'NUMBER', pattern: '0.00' }, undefined],
  [undefined, undefined],
])('a number with the format %j is a %s', (format, kind) => {
  expect(detectDateKind(format)).toBe(kind)
})
