import { expect, test } from 'vitest'
import { dayNumber } from './day-number.ts'
import { readDate } from './read-date.ts'

const DAY = dayNumber('2026-02-01') ?? 0

test.each<[text: string, locale: string, number: number | undefined]>([
  ['2026-02-01', 'en_US', DAY],
  ['2026/2/1', 'de_DE', DAY],
  ['2/1/2026', 'en_US', DAY],
  ['02/01/2026', 'en_US', DAY],
  ['02-01-2026', 'en_US', DAY],
  ['1/2/2026', 'en_GB', DAY],
  ['01.02.2026', 'de_DE', DAY],
  ['1. 2. 2026', 'cs_CZ', DAY],
  ['2026. 2. 1.', 'ko_KR', DAY],
  ['Feb 1, 2026', 'en_US', DAY],
  ['1 February 2026', 'en_GB', DAY],
  ['01-Feb-2026', 'de_DE', DAY],
  ['1. Februar 2026', 'de_DE', DAY],
  ['1 févr. 2026', 'fr_FR', DAY],
  ['2026-02-01 06:00', 'en_US', DAY + 0.25],
  ['2026-02-01T18:00:00', 'en_US', DAY + 0.75],
  ['2/1/2026, 6:00:00 PM', 'en_US', DAY + 0.75],
  ['\u200e2/1/2026\u00a0 12:00 AM', 'en_US', DAY],
  ['13/1/2026', 'en_US', undefined],
  ['2/30/2026', 'en_US', undefined],
  ['2/1/26', 'en_US', undefined],
  ['2026-02', 'en_US', undefined],
  ['1.2.2026', 'en_US', undefined],
  ['1/2-2026', 'en_US', undefined],
  ['Mon 1, 2026', 'en_US', undefined],
  ['2026-02-01 24:00', 'en_US', undefined],
  ['2026-02-01 6:75', 'en_US', undefined],
  ['2026-02-01 13:00 PM', 'en_US', undefined],
  ['2026-02-01 06:00 07:00', 'en_US', undefined],
  ['20260201', 'en_US', undefined],
  ['', 'en_US', undefined],
])('"%s" in %s is %s', (text, locale, number) => {
  expect(readDate(text, locale)).toBe(number)
})
