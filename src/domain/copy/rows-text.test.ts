import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, rowWidth } from './cell.ts'
import { mayBeUnsettled } from './error-cell.ts'
import { mayHoldUnsettled, mayStartCell, RowsText } from './rows-text.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('],[', '[]', '"],["', '\\', '#N/A', '#REF! (gone)', 'Loading...', 'Chargement…', '=A1', '\\u0023'),
)
const anyCell: fc.Arbitrary<Cell> = fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean())
/** Rows in the provider's form: without trailing empty cells and without trailing empty rows. */
const anyRows = fc.array(fc.array(anyCell, { maxLength: 4 }), { maxLength: 12 }).map((rows) => {
  const cut = rows.map((row) => row.slice(0, rowWidth(row)))
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1)
})

/** Escapes some characters without need, as Google does. */
function escaped(json: string): string {
  return json.replaceAll('#', '\\u0023').replaceAll('=', '\\u003d').replaceAll('…', '\\u2026')
}

test('a text is split between its rows, or into more rows than there are', () => {
  let wrong = 0
  fc.assert(
    fc.property(anyRows, fc.nat(12), fc.nat(12), (rows, first, count) => {
      const text = new RowsText(JSON.stringify(rows))
      expect(text.count).toBeGreaterThanOrEqual(rows.length)
      if (text.count > rows.length) {
        wrong += 1
        return
      }
      const part = rows.slice(first, first + count)
      const filled = part.slice(0, part.findLastIndex((row) => row.length > 0) + 1)
      expect(JSON.parse(text.slice(first, first + count))).toEqual(JSON.parse(JSON.stringify(filled)))
      expect(text.countFilled(first, first + count)).toBe(filled.length)
      expect(text.rowAt(first)).toEqual(JSON.parse(JSON.stringify(rows[first] ?? [])))
      const below = text.withoutFirst()
      expect(JSON.parse(below.json)).toEqual(JSON.parse(JSON.stringify(rows.slice(1))))
      expect(below.countFilled(first, first + count)).toBe(new RowsText(below.json).countFilled(first, first + count))
    }),
  )
  expect(wrong).toBeGreaterThan(0)
})

test('a first row is undefined if its text is split, and only then', () => {
  let split = 0
  fc.assert(
    fc.property(anyRows, (rows) => {
      const text = new RowsText(JSON.stringify(rows))
      const first = text.rowAt(0)
      if (first) {
        expect(first).toEqual(JSON.parse(JSON.stringify(rows[0] ?? [])))
        expect(JSON.parse(text.withoutFirst().json)).toEqual(JSON.parse(JSON.stringify(rows.slice(1))))
      } else {
        split += 1
        expect(rows[0]?.join()).toContain('],[')
      }
    }),
  )
  expect(split).toBeGreaterThan(0)
})

test('no cell that may be unsettled, or that starts with a character, is overlooked', () => {
  fc.assert(
    fc.property(anyRows, fc.boolean(), (rows, isEscaped) => {
      const json = isEscaped ? escaped(JSON.stringify(rows)) : JSON.stringify(rows)
      if (rows.flat().some(mayBeUnsettled)) expect(mayHoldUnsettled(json)).toBe(true)
      const isFormula = (cell: Cell) => typeof cell === 'string' && cell.startsWith('=')
      if (rows.flat().some(isFormula)) expect(mayStartCell(json, '=')).toBe(true)
    }),
  )
  expect(mayHoldUnsettled('[["a#1",1.5],["b. .","C=D"]]')).toBe(false)
})
