import { expect, test } from 'vitest'
import { isOwnTarget } from './task-problems.ts'

test.each([
  { source: ['book', 'Orders'], target: ['book', 'Orders'], own: true, why: 'the same tab' },
  { source: ['book', 'Orders'], target: ['book', 'ORDERS'], own: true, why: 'the same tab in capitals' },
  { source: ['book', ''], target: ['book', ''], own: true, why: 'the first tab twice' },
  { source: ['book', 'Orders'], target: ['book', 'Copy'], own: false, why: 'two tabs of a spreadsheet' },
  { source: ['book', 'Orders'], target: ['other', 'Orders'], own: false, why: 'two spreadsheets' },
] as const)('a copy between $why writes its own source: $own', ({ source, target, own }) => {
  expect(
    isOwnTarget({
      sourceSsId: source[0],
      sourceSheetName: source[1],
      targetSsId: target[0],
      targetSheetName: target[1],
    }),
  ).toBe(own)
})
