import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnLetters, formatRange, parseCells, quoteTitle } from './a1.ts'

describe('cells', () => {
  test.each([
    ['A1', { startRow: 0, startColumn: 0, endRow: 1, endColumn: 1 }],
    ['$B$2', { startRow: 1, startColumn: 1, endRow: 2, endColumn: 2 }],
    ['zzz1', { startRow: 0, startColumn: 18277, endRow: 1, endColumn: 18278 }],
    ['A1:C3', { startRow: 0, startColumn: 0, endRow: 3, endColumn: 3 }],
    ['C3:A1', { startRow: 0, startColumn: 0, endRow: 3, endColumn: 3 }],
    ['A:C', { startRow: 0, startColumn: 0, endColumn: 3 }],
    ['2:5', { startRow: 1, startColumn: 0, endRow: 5 }],
    ['A5:B', { startRow: 4, startColumn: 0, endColumn: 2 }],
    ['B2:4', { startRow: 1, startColumn: 1, endRow: 4 }],
    ['R2C3', { startRow: 1, startColumn: 2, endRow: 2, endColumn: 3 }],
    ['R1C1:R2C2', { startRow: 0, startColumn: 0, endRow: 2, endColumn: 2 }],
  ])('parses %s', (text, box) => {
    expect(parseCells(text)).toEqual(box)
  })

  test.each(['', 'A', '1', 'A0', 'AAAA1', 'ZZZ', 'A1:B2:C3', 'A:3', '3:A', 'Sheet1', '$', 'A1:', ':A1', 'A-1'])(
    'rejects %j',
    (text) => {
      expect(parseCells(text)).toBeUndefined()
    },
  )

  test('a rectangle survives formatting and parsing', () => {
    const corner = fc.record({ row: fc.nat(9_999_999), column: fc.nat(18_277) })
    fc.assert(
      fc.property(corner, corner, (one, other) => {
        const box = {
          startRow: Math.min(one.row, other.row),
          startColumn: Math.min(one.column, other.column),
          endRow: Math.max(one.row, other.row) + 1,
          endColumn: Math.max(one.column, other.column) + 1,
        }
        expect(parseCells(formatRange('T', box).slice(2))).toEqual(box)
      }),
    )
  })

  test('column letters continue with AA after Z', () => {
    expect([0, 25, 26, 701, 702, 18277].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'ZZZ'])
  })
})

describe('titles', () => {
  test.each([
    ['Sheet1', 'Sheet1'],
    ['my_tab', 'my_tab'],
    ['ENT1', "'ENT1'"],
    ['A1', "'A1'"],
    ['R1C1', "'R1C1'"],
    ['2024', "'2024'"],
    ['Two words', "'Two words'"],
    ["Jon's", "'Jon''s'"],
    ['Лист1', "'Лист1'"],
    ['a/b', "'a/b'"],
  ])('%s is written as %s', (title, written) => {
    expect(quoteTitle(title)).toBe(written)
  })
})
