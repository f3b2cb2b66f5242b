import { expect, test } from 'vitest'
import { isRelative, isShifted, references } from './references.ts'

const rows = (at: number, count: number) => ({ isRows: true, at, count })
const columns = (at: number, count: number) => ({ isRows: false, at, count })

test.each([
  ['=A2+B2', rows(0, 1)],
  ['=A2+B2', rows(1, 1)],
  ['=SUM(A1:A3)', rows(1, 2)],
  ['=SUM(A1:A3)', rows(2, -1)],
  ['=SUM($A$5)', rows(0, -1)],
  ['=SUM(A5:A)', rows(1, 1)],
  ['=SUM(2:5)', rows(3, 1)],
  ['=SUM(B:C)', columns(0, 1)],
  ['=IF(x,"A1",c3)', columns(1, 1)],
  ["='It''s (1)'!B9", rows(0, 1)],
])('%s names other cells after a shift of %j', (formula, shift) => {
  expect(references(formula).some((reference) => isShifted(reference, shift))).toBe(true)
})

test.each([
  ['=A2+B2', rows(2, 5)],
  ['=A2+B2', columns(2, -3)],
  ['=SUM(A1:A3)', rows(3, 1)],
  ['=SUM(A:C)', rows(0, 1)],
  ['=SUM(2:5)', columns(0, 1)],
  ['="A2"&1', rows(0, 1)],
  ['=LOG10(5)+1e5', rows(0, 1)],
  ['=SUM(Table1[Amount])', rows(0, 1)],
  ['=TRUE', columns(0, 1)],
])('%s stays as it is after a shift of %j', (formula, shift) => {
  expect(references(formula).some((reference) => isShifted(reference, shift))).toBe(false)
})

test('finds the tabs that a formula names', () => {
  const titles = (formula: string) => references(formula).map(({ title }) => title)
  expect(titles("=Data!A1+'It''s (1)'!B:B+C3&\"Not!A1\"+Größe_1!Name")).toEqual([
    'Data',
    "It's (1)",
    undefined,
    'Größe_1',
  ])
})

test('a copy names other cells where a row or a column is relative', () => {
  const names = (formula: string, offset: { rows: number; columns: number }) =>
    references(formula).some((reference) => isRelative(reference, offset))
  expect(names('=A$1', { rows: 5, columns: 0 })).toBe(false)
  expect(names('=A$1', { rows: 0, columns: 1 })).toBe(true)
  expect(names('=$A1', { rows: 5, columns: 0 })).toBe(true)
  expect(names('=$A1', { rows: 0, columns: 1 })).toBe(false)
  expect(names('=SUM($A$1:$B$2)', { rows: 5, columns: 5 })).toBe(false)
  expect(names('=SUM($A$1:$B2)', { rows: 5, columns: 0 })).toBe(true)
  expect(names('=SUM(A:A)', { rows: 5, columns: 0 })).toBe(false)
})
