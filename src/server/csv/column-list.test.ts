import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseColumnList } from './column-list.ts'

test.each([
  { text: 'Name,Amount', columns: ['Name', 'Amount'] },
  { text: '"Amount, net",Name', columns: ['Amount, net', 'Name'] },
  { text: '"5"" pipe",Column C', columns: ['5" pipe', 'Column C'] },
  { text: 'Name,Name', columns: ['Name'] },
  { text: '', columns: [] },
])('$text lists $columns', ({ text, columns }) => {
  expect(parseColumnList(text)).toEqual(columns)
})

test('rejects an unclosed quote', () => {
  expect(() => parseColumnList('"Name')).toThrow('The list of columns cannot be read')
})

test('any list of names survives a round trip', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' })
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1 }), (columns) => {
      const text = stringify([columns], { eof: false })
      expect(parseColumnList(text)).toEqual(columns)
    }),
  )
})
