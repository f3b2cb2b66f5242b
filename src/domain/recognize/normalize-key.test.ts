import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { disturbCell } from '#tests/support/disturb.ts'
import { dayNumber } from './day-number.ts'
import { normalizeKey } from './normalize-key.ts'

test.each<[Cell, Cell]>([
  [17, '17'],
  [17, ' 17'],
  ['A-1', 'A-1\u00a0'],
  ['é', 'e\u0301'],
  [0.3, 0.1 + 0.2],
  [0.1 + 0.2, '0.3'],
  [true, 'TRUE'],
  [dayNumber('2026-02-01') ?? 0, '2/1/2026'],
  ['#N/A (not found)', '#N/A'],
])('%s and %s are the same key', (one, other) => {
  expect(normalizeKey([one, 'x'], 'en_US')).toBe(normalizeKey([other, 'x '], 'en_US'))
})

test.each<[Cell, Cell]>([
  ['a', 'A'],
  ['17', '017'],
  ['1.1', '1.10'],
  ['1200', '1,200'],
  [17, 18],
  ['1234567890123456', '1234567890123457'],
  ['12345678901234567890', '12345678901234567891'],
  [0.3, 0.300_000_000_000_01],
  ['', ' -'],
])('%s and %s are different keys', (one, other) => {
  expect(normalizeKey([one], 'en_US')).not.toBe(normalizeKey([other], 'en_US'))
})

test('a key needs all its cells and keeps their boundaries', () => {
  expect(normalizeKey(['a', '\u00a0'], 'en_US')).toBeUndefined()
  expect(normalizeKey(['a', 'b,c'], 'en_US')).not.toBe(normalizeKey(['a,b', 'c'], 'en_US'))
})

test('random keys stay the same after invisible changes and differ after visible changes', () => {
  const key: fc.Arbitrary<Cell> = fc.oneof(
    fc.stringMatching(/^[A-Za-zé]{1,3}[ -]\d{1,4}$/),
    fc.integer({ min: 0, max: 1e9 }),
    fc.integer({ min: 1, max: 1e6 }).map((cents) => cents / 100),
  )
  const disturbed = key.chain((cell) => fc.tuple(fc.constant(cell), disturbCell(cell)))
  fc.assert(
    fc.property(disturbed, key, ([cell, same], other) => {
      expect(normalizeKey([same], 'en_US')).toBe(normalizeKey([cell], 'en_US'))
      if (String(other) !== String(cell)) expect(normalizeKey([same], 'en_US')).not.toBe(normalizeKey([other], 'en_US'))
    }),
  )
})
