import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_ROW_LENGTH, MAX_SEPARATORS, RowSplitter } from './row-splitter.ts'

function splitAll(pieces: readonly string[], separator = ','): string[][] {
  const splitter = new RowSplitter(separator)
  return [...pieces.flatMap((piece) => splitter.split(piece)), ...splitter.end()]
}

function trySplit(split: () => string[][]): unknown {
  try {
    return split()
  } catch {
    return 'not CSV'
  }
}

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a\r\n\r\nb\rc', [['a'], [''], ['b'], ['c']]],
  ['"a, ""b""\r\nc",', [['a, "b"\r\nc', '']]],
  ['""', [['']]],
  ['', []],
  [',\n', [['', '']]],
])('%j', (text, rows) => {
  expect(splitAll([text])).toEqual(rows)
  expect(splitAll([...text])).toEqual(rows)
})

test.each([
  ['a\n"b', { row: 2, problem: 'open_quote' }],
  ['"a\nb"\n"a"b', { row: 2, problem: 'text_after_quote' }],
  ['a"b', { row: 1, problem: 'quote_in_field' }],
  [`\n\n${','.repeat(MAX_SEPARATORS + 1)}`, { row: 3, problem: 'many_separators' }],
  [`\n"${'a'.repeat(MAX_ROW_LENGTH)}`, { row: 2, problem: 'long_row' }],
])('text that is not CSV is refused with its row and problem (%#)', (text, problem) => {
  expect(() => splitAll([text])).toThrow(expect.objectContaining(problem))
})

test('rows at the limits are split', () => {
  const widest = ','.repeat(MAX_SEPARATORS)
  const longest = 'a'.repeat(MAX_ROW_LENGTH - 1)
  const [wide, quoted, long] = splitAll([`${widest}\n"${widest}${widest}"\n${longest}\n`])
  expect(wide).toHaveLength(MAX_SEPARATORS + 1)
  expect(quoted).toEqual([widest + widest])
  expect(long).toEqual([longest])
})

test('any text is split as by a reference parser, in pieces of any size', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '"', ',', '\n', '\r', ';', 'a', 'é', '🎈', ' ') })
  const counts = { csv: 0, other: 0 }
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), fc.constantFrom(',', ';'), (pieces, delimiter) => {
      const options = { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] }
      const expected = trySplit(() => parse(pieces.join(''), options))
      if (expected === 'not CSV') counts.other += 1
      else counts.csv += 1
      expect(trySplit(() => splitAll(pieces, delimiter))).toEqual(expected)
    }),
    { numRuns: 1_000 },
  )
  expect(Math.min(counts.csv, counts.other)).toBeGreaterThan(100)
})
