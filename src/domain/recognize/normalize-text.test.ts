import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { disturbText } from '#tests/support/disturb.ts'
import { isBlank, normalizeText } from './normalize-text.ts'

test.each([
  [
    'Unit price',
    [
      'Unit\nprice',
      'Unit\r\nprice',
      ' Unit  price ',
      'Unit\u00a0price',
      'Unit\u202f\u2003price\ufeff',
      '\u200bUnit price\u200e',
    ],
  ],
  ['Größe', ['Gro\u0308ße', 'Grö\u2060ße', 'Grö\u00adße']],
  ['a b', ['a\u2028b', 'a\u2800b', 'a\u3000b', 'a \u200b b']],
  ['می\u200cخواهم', ['\u200fمی\u200cخواهم\u200f']],
])('%s is recognized however it is spaced and composed', (text, others) => {
  expect(normalizeText(text)).toBe(text)
  expect(others.map(normalizeText)).toEqual(others.map(() => text))
})

test('visible differences stay', () => {
  for (const [one, other] of [
    ['a', 'A'],
    ['a', 'á'],
    ['ab', 'a b'],
    ['1', '01'],
    ['میخواهم', 'می\u200cخواهم'],
    ['👩👧', '👩\u200d👧'],
    ['①', '1'],
    ['-', '–'],
  ] as const)
    expect(normalizeText(one)).not.toBe(normalizeText(other))
})

test('invisible changes keep the normalized form, and normalizing it again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).chain((text) => fc.tuple(fc.constant(text), disturbText(text))),
      ([text, disturbed]) => {
        expect(normalizeText(disturbed)).toBe(normalizeText(text))
        expect(normalizeText(normalizeText(text))).toBe(normalizeText(text))
        expect(isBlank(disturbed)).toBe(isBlank(text))
      },
    ),
  )
})

test('a cell is blank if it looks empty', () => {
  const blank: (Cell | undefined)[] = [
    undefined,
    null,
    '',
    ' ',
    '\u00a0',
    '\t\n',
    '\u200b',
    '\ufeff \u200e',
    '\u200d',
    '\ufe0f',
    '\u3164',
  ]
  expect(blank.filter((cell) => !isBlank(cell))).toEqual([])
  const filled: Cell[] = [0, false, '0', '-', ' a', '#N/A', '.']
  expect(filled.filter(isBlank)).toEqual([])
})
