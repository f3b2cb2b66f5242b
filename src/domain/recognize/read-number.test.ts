import { expect, test } from 'vitest'
import { readNumber, readShownNumber } from './read-number.ts'
import { roundNumber } from './round-number.ts'

test.each<[text: string, locale: string, number: number | undefined]>([
  ['150', 'en_US', 150],
  [' 150\u00a0', 'en_US', 150],
  ['-1.5', 'en_US', -1.5],
  ['\u22121.5', 'sv_SE', undefined],
  ['\u22121,5', 'sv_SE', -1.5],
  ['+5', 'en_US', 5],
  ['.5', 'en_US', 0.5],
  ['$1,200.00', 'en_US', 1200],
  ['-$5', 'en_US', -5],
  ['$-5', 'en_US', -5],
  ['($1,200.50)', 'en_US', -1200.5],
  ['12.5%', 'en_US', 0.125],
  ['12,5 %', 'de_DE', 0.125],
  ['1.200,50 €', 'de_DE', 1200.5],
  ['€ 1.200', 'nl_NL', 1200],
  ['R$ 1.200,00', 'pt_BR', 1200],
  ['1 200,50', 'fr_FR', 1200.5],
  ['1\u202f200,50\u00a0€', 'fr_FR', 1200.5],
  ["CHF 1'200.50", 'de_CH', 1200.5],
  ['1’200.50', 'de_CH', 1200.5],
  ['12,34,567.5', 'hi_IN', 1_234_567.5],
  ['1,234,567', 'en_US', 1_234_567],
  ['1.2E+05', 'en_US', 120_000],
  ['1.200', 'de_DE', 1200],
  ['1.200', 'en_US', 1.2],
  ['1,200', 'de_DE', 1.2],
  ['5', 'no_such_locale', 5],
  ['1,5', 'en_US', undefined],
  ['1,20,000', 'en_US', undefined],
  ['1,2345', 'en_US', undefined],
  ['1 200', 'en_US', undefined],
  ['1.200,00', 'en_US', undefined],
  ['007', 'en_US', undefined],
  ['12E3', 'en_US', undefined],
  ['5-', 'en_US', undefined],
  ['--5', 'en_US', undefined],
  ['(-5)', 'en_US', undefined],
  ['5 pcs', 'en_US', undefined],
  ['1-2', 'en_US', undefined],
  ['$', 'en_US', undefined],
  ['', 'en_US', undefined],
  ['Infinity', 'en_US', undefined],
  ['1'.repeat(400), 'en_US', undefined],
])('"%s" in %s is %s', (text, locale, number) => {
  expect(readNumber(text, locale)).toBe(number)
})

test('text reads as a number if the unformatted number looks the same', () => {
  expect(readShownNumber('17', 'en_US')).toBe(17)
  expect(readShownNumber('-0.5', 'en_US')).toBe(-0.5)
  expect(readShownNumber('-0,5', 'de_DE')).toBe(-0.5)
  for (const text of ['017', '17.0', '1,200', '+5', '1e3', 'NaN', 'Infinity', '', '12345678901234567000', '-0'])
    expect(readShownNumber(text, 'en_US')).toBeUndefined()
  expect(readShownNumber('0.5', 'de_DE')).toBeUndefined()
})

test('numbers are compared by 15 digits, whole ones by all', () => {
  expect(roundNumber(0.1 + 0.2)).toBe(0.3)
  expect(roundNumber(1.1 * 3)).toBe(3.3)
  expect(roundNumber(-0)).toBe(0)
  expect(roundNumber(2.999_999_999_999_999_6)).toBe(3)
  expect(roundNumber(0.300_000_000_000_01)).toBeGreaterThan(0.3)
  expect(roundNumber(1_234_567_890_123_456)).toBeLessThan(roundNumber(1_234_567_890_123_457))
})
