import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatColumns, parseColumns } from './chosen-columns.ts'
import { catchProblem } from './quoted-text.ts'

test.each<[string, [name: string, newName?: string][]]>([
  ['', []],
  ['Name', [['Name']]],
  ['Name, Amount as Total ,Region', [['Name'], ['Amount', 'Total'], ['Region']]],
  ['Amount AS Total', [['Amount', 'Total']]],
  ['"Total, net" as Net', [['Total, net', 'Net']]],
  ['"Known as" as "Say ""hi"" as"', [['Known as', 'Say "hi" as']]],
  ['Known As, Size 5", A', [['Known As'], ['Size 5"'], ['A']]],
  ['Name,\nRegion,', [['Name'], ['Region']]],
])('%j names these columns', (text, columns) => {
  expect(parseColumns(text).map(({ name, newName }) => (newName === undefined ? [name] : [name, newName]))).toEqual(
    columns,
  )
})

test.each([
  ['Name,, Region', '', 5, 'Column 2 has no name: remove one of the commas'],
  ['Name, Amount as', 'Amount as', 6, 'Amount as: write the new name after "as", or put the whole name in quotes'],
  ['Name, "Total', '"Total', 6, '"Total has an opening quote and no closing one'],
  ['"Name" x', '"Name" x', 0, '"Name" x: put a comma or "as" after the closing quote'],
  ['Name as ""', '""', 8, 'A column needs a name: "" is empty'],
])('%j is refused, and the problem points at %j', (text, word, at, message) => {
  const problem = catchProblem(() => parseColumns(text))
  expect(problem).toMatchObject({ message, at, length: word.length })
})

test('more columns than are allowed are refused', () => {
  const columns = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`).join(',')
  expect(parseColumns(columns(500))).toHaveLength(500)
  expect(() => parseColumns(columns(501))).toThrow('Choose at most 500 columns')
})

test('every choice of columns is read as it was written', () => {
  const name = fc
    .string({ unit: fc.constantFrom('a', ' ', ',', '"', ' as ', 'as', '\n', ';', 'É'), minLength: 1 })
    .filter((text) => text !== '')
  const column = fc.record({ name, newName: fc.option(name, { nil: undefined }) })
  fc.assert(
    fc.property(fc.array(column, { maxLength: 5 }), (columns) => {
      expect(parseColumns(formatColumns(columns))).toEqual(columns)
    }),
  )
})
