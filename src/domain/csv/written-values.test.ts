import { expect, test } from 'vitest'
import { readFlag, readWholeNumber } from './written-values.ts'

test.each([
  ['TRUE', true],
  ['False', false],
  ['1', true],
  ['0', false],
  ['WAHR', true],
  ['FALSCH', false],
  ['Vrai', true],
  ['yes', 'yes'],
  ['', ''],
])('the flag %j is %j', (text, flag) => {
  expect(readFlag(text)).toBe(flag)
})

test.each([
  ['2000', 2000],
  ['-5', -5],
  ['2000.0', 2000],
  ['2000,00', 2000],
  ['2\u00a0000', 2000],
  ["1'234'567", 1_234_567],
  ['2.000', Number.NaN],
  ['2,000', Number.NaN],
  ['2.5', Number.NaN],
  ['2 00', Number.NaN],
  ['1e3', Number.NaN],
  ['0x10', Number.NaN],
  ['many', Number.NaN],
  ['', Number.NaN],
])('the number %j is %j', (text, number) => {
  expect(readWholeNumber(text)).toBe(number)
})
