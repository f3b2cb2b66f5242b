import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compact, decodeRow, encodeRow, withoutValue } from './cell.ts'

const cell = fc
  .record(
    {
      value: fc.oneof(fc.string({ minLength: 1 }), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true })),
      formula: fc.string({ minLength: 2 }),
      result: fc.record({ error: fc.record({ token: fc.constant('#N/A'), message: fc.string() }) }),
      format: fc.record({ numberFormat: fc.record({ type: fc.constant('DATE'), pattern: fc.string() }) }),
      note: fc.string({ minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  .map((content) => compact(content))

test('a row survives encoding and decoding, without its empty end', () => {
  fc.assert(
    fc.property(fc.array(cell), (row) => {
      const text = encodeRow(row)
      const filled = row.findLastIndex((entry) => entry !== undefined) + 1
      expect(text === undefined ? [] : decodeRow(text)).toEqual(normalized(row.slice(0, filled)))
    }),
  )
})

/** Normalizes a row, because JSON has no negative zero. */
function normalized(row: unknown[]): unknown[] {
  return row.map((entry) => (entry === undefined ? undefined : JSON.parse(JSON.stringify(entry))))
}

test('clearing a value keeps the format and the note', () => {
  expect(withoutValue({ value: 1, format: { wrapStrategy: 'WRAP' }, note: 'n' })).toEqual({
    format: { wrapStrategy: 'WRAP' },
    note: 'n',
  })
  expect(withoutValue({ formula: '=1', result: { value: 1 } })).toBeUndefined()
})
