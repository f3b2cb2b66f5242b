import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseUserEntered } from './parse-user-entered.ts'

const parse = (text: string) => parseUserEntered(text, { currentYear: 2026 })
const number = (value: number, type?: string, pattern?: string) =>
  type && pattern ? { value, format: { numberFormat: { type, pattern } } } : { value }

test.each([
  ['42', number(42)],
  ['007', number(7)],
  [' 12 ', number(12)],
  ['-1.50', number(-1.5)],
  ['+3', number(3)],
  ['.5', number(0.5)],
  ['1,234', number(1234, 'NUMBER', '#,##0')],
  ['1,234.5', number(1234.5, 'NUMBER', '#,##0.00')],
  ['1e5', number(100000, 'SCIENTIFIC', '0.00E+00')],
  ['50%', number(0.5, 'PERCENT', '0%')],
  ['12.5%', number(0.125, 'PERCENT', '0.00%')],
  ['$100.15', number(100.15, 'CURRENCY', '"$"#,##0.00')],
  ['-$5', number(-5, 'CURRENCY', '"$"#,##0')],
  ['($5)', number(-5, 'CURRENCY', '"$"#,##0')],
  ['2026-09-05', number(46270, 'DATE', 'yyyy-mm-dd')],
  ['9/5/2026', number(46270, 'DATE', 'M/d/yyyy')],
  ['9/5/26', number(46270, 'DATE', 'M/d/yyyy')],
  ['1-2', number(46024, 'DATE', 'm-d')],
  ['Sep 5, 2026', number(46270, 'DATE', 'mmm d, yyyy')],
  ['10:30', number(0.4375, 'TIME', 'h:mm')],
  ['10:30:00 pm', number(0.9375, 'TIME', 'h:mm:ss am/pm')],
  ['2026-09-05 10:30', number(46270.4375, 'DATE_TIME', 'yyyy-mm-dd H:mm:ss')],
])('%s is a number', (text, cell) => {
  expect(parse(text)).toEqual(cell)
})

test.each([
  '1,23',
  '1-2-3-4',
  '2/30/2026',
  '13/45',
  '25:61',
  '1e400',
  '--1',
  '-',
  '$',
  '%',
  'e5',
  '1.2.3',
  '2026-09-05T10:30:00Z',
])('%s stays text', (text) => {
  expect(parse(text)).toEqual({ value: text })
})

test('booleans are recognized in any case', () => {
  expect(parse('true')).toEqual({ value: true })
  expect(parse('FALSE')).toEqual({ value: false })
})

test('an apostrophe keeps the rest as text', () => {
  expect(parse("'0123")).toEqual({ value: '0123' })
})

test('a formula is stored as typed', () => {
  expect(parse('=1+2')).toEqual({ formula: '=1+2' })
  expect(parse('=')).toEqual({ value: '=' })
})

test('parses any number written in JavaScript', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parse(String(value)).value).toBe(value === 0 ? 0 : value)
    }),
  )
})

test('never fails, whatever the text', () => {
  fc.assert(fc.property(fc.string(), (text) => void parse(text)))
})
