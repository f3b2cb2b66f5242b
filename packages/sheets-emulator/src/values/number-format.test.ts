import { expect, test } from 'vitest'
import { formatNumber, isDateFormat } from './number-format.ts'

test.each([
  [0, '0'],
  [42, '42'],
  [-42.5, '-42.5'],
  [0.1 + 0.2, '0.3'],
  [1 / 1024, '0.0009765625'],
  [Math.PI, '3.141592654'],
  [1234567.891, '1234567.891'],
  [12345678901, '12345678901'],
  [1e15, '1E+15'],
  [1.5e-12, '1.5E-12'],
])('%d without a format shows %s', (value, text) => {
  expect(formatNumber(value, undefined)).toBe(text)
})

test.each([
  [1234.5, '#,##0.00', '1,234.50'],
  [1234567, '#,##0', '1,234,567'],
  [0.125, '0%', '13%'],
  [0.125, '0.00%', '12.50%'],
  [-1234.5, '"$"#,##0.00', '-$1,234.50'],
  [-5, '0;(0)', '(5)'],
  [0, '0;(0);"none"', 'none'],
  [7, '000', '007'],
  [0.5, '#.##', '.5'],
  [0.5, '0.##', '0.5'],
  [1.005, '0.00', '1.01'],
  [100000, '0.00E+00', '1.00E+05'],
  [0.00012, '0.0E+00', '1.2E-04'],
  [12345, '0.0,', '12.3'],
  [3, '0 "items"', '3 items'],
  [5, '@', '5'],
])('%d formatted as %s shows %s', (value, pattern, text) => {
  expect(formatNumber(value, { type: 'NUMBER', pattern })).toBe(text)
})

test.each([
  [46270, 'yyyy-mm-dd', '2026-09-05'],
  [46270, 'M/d/yyyy', '9/5/2026'],
  [46270, 'dddd, mmmm d, yyyy', 'Saturday, September 5, 2026'],
  [46270, 'ddd mmm yy', 'Sat Sep 26'],
  [46270.4375, 'M/d/yyyy h:mm:ss', '9/5/2026 10:30:00'],
  [46270.9375, 'h:mm am/pm', '10:30 PM'],
  [46270, 'h:mm am/pm', '12:00 AM'],
  [1.5, '[h]:mm:ss', '36:00:00'],
  [0.000011574, 'ss.000', '01.000'],
  [0.5, '"at" hh"h"mm', 'at 12h00'],
  [0, 'yyyy-mm-dd', '1899-12-30'],
])('serial %d formatted as %s shows %s', (value, pattern, text) => {
  expect(formatNumber(value, { type: 'DATE', pattern })).toBe(text)
})

test('a type without a pattern uses the default pattern', () => {
  expect(formatNumber(46270.5, { type: 'DATE' })).toBe('9/5/2026')
  expect(formatNumber(46270.5, { type: 'DATE_TIME' })).toBe('9/5/2026 12:00:00')
  expect(formatNumber(0.5, { type: 'PERCENT' })).toBe('50.00%')
  expect(formatNumber(5, { type: 'CURRENCY' })).toBe('$5.00')
})

test('a date format is recognized by its type, otherwise by its pattern', () => {
  expect(isDateFormat({ type: 'DATE_TIME' })).toBe(true)
  expect(isDateFormat({ type: 'NUMBER', pattern: '0' })).toBe(false)
  expect(isDateFormat({ pattern: 'yyyy' })).toBe(true)
  expect(isDateFormat(undefined)).toBe(false)
})

test.each([
  [-5, '0_);(0)_)', '(5) '],
  [5, '[Red]0.0', '5.0'],
  [5, '0"a;b";-0', '5a;b'],
  [46270, '[$-409]d mmm', '5 Sep'],
  [46270, 'd_mm', '5 9'],
  [5, '0 "open', '5 "open'],
  [5, '[0', '[5'],
])('%d formatted as %s resolves its literals: %s', (value, pattern, text) => {
  expect(formatNumber(value, { pattern })).toBe(text)
})

test.each([
  ['an underscore and a letter, many times', '_a'.repeat(100_000)],
  ['opening brackets', '['.repeat(200_000)],
  ['opening brackets after a year', `y${'['.repeat(200_000)}`],
  ['quotes that are escaped', '\\"'.repeat(100_000)],
  ['months', 'm-'.repeat(100_000)],
  ['commas', `0${','.repeat(200_000)}x`],
  ['zeros', `0.${'0'.repeat(200_000)}`],
  ['percent signs', `0${'%'.repeat(200_000)}`],
  ['sections', ';'.repeat(200_000)],
])('a pattern of %s is formatted', (_what, pattern) => {
  for (const value of [7, -0.5, 1e300]) expect(typeof formatNumber(value, { pattern })).toBe('string')
})
