import { expect, test } from 'vitest'
import { serialNumber } from './serial-number.ts'

test.each([
  ['1899-12-30', 0],
  ['2000-01-03', 36_528],
  ['Jan 3 2000', 36_528],
  ['Jun 12 1998', 35_958],
  ['2001/01/01 18:00', 36_892.75],
])('%s has the serial number %d', (text, serial) => {
  expect(serialNumber(text)).toBe(serial)
})

test('rejects text that is not a date', () => {
  expect(() => serialNumber('soon')).toThrow('Expected a date, got "soon"')
})
