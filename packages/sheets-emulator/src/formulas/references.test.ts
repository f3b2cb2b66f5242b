import { expect, test } from 'vitest'
import { type CellBox, moveBox, shiftBox } from '../store/box.ts'
import { copiedFormula, isRelative, references, withReferences } from './references.ts'

const rows = (at: number, count: number) => ({ isRows: true, at, count })
const columns = (at: number, count: number) => ({ isRows: false, at, count })

const adjust = (formula: string, change: (box: CellBox) => CellBox | undefined) =>
  withReferences(formula, ({ cells }) => cells && change(cells.box))

test.each([
  ['=A2+ B2', rows(0, 1), '=A3+ B3'],
  ['=SUM(A1:A3)', rows(1, 2), '=SUM(A1:A5)'],
  ['=SUM(A1 : A3)', rows(1, 2), '=SUM(A1 : A5)'],
  ['=SUM(A1:A3)', rows(0, 1), '=SUM(A2:A4)'],
  ['=SUM(A1:A3)', rows(2, -1), '=SUM(A1:A2)'],
  ['=SUM(A1:A3)', rows(0, -3), '=SUM(#REF!)'],
  ['=SUM($A$5)', rows(0, -1), '=SUM($A$4)'],
  ['=A5&B2', rows(4, -1), '=#REF!&B2'],
  ['=SUM(A5:A)', rows(1, 1), '=SUM(A6:A)'],
  ['=SUM(2:5)', rows(3, 1), '=SUM(2:6)'],
  ['=SUM(B:$C)', columns(0, 1), '=SUM(C:$D)'],
  ['=IF(x,"A1",c3)', columns(1, 1), '=IF(x,"A1",D3)'],
  ["='It''s (1)'!B9", rows(0, 1), "='It''s (1)'!B10"],
])('%s after a shift of %j is %s', (formula, shift, after) => {
  expect(adjust(formula, (box) => shiftBox(box, shift))).toBe(after)
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
  expect(adjust(formula, (box) => shiftBox(box, shift))).toBe(formula)
})

test.each([
  ['=A3', { start: 2, end: 3, to: 5 }, '=A5'],
  ['=A5', { start: 2, end: 3, to: 5 }, '=A4'],
  ['=SUM(A2:A6)', { start: 2, end: 3, to: 5 }, '=SUM(A2:A6)'],
  ['=SUM(A2:A4)', { start: 5, end: 6, to: 2 }, '=SUM(A2:A5)'],
])('%s after a move of rows %j is %s', (formula, move, after) => {
  expect(adjust(formula, (box) => moveBox(box, { isRows: true, ...move }))).toBe(after)
})

test.each([
  ['=A2&$A2&A$2&$A$2', { rows: 2, columns: 1 }, '=B4&$A4&B$2&$A$2'],
  ['=SUM(B2:B$9)&"B2"', { rows: 1, columns: 0 }, '=SUM(B3:B$9)&"B2"'],
  ['=A1', { rows: -1, columns: 0 }, '=#REF!'],
  ['=SUM(A:A)', { rows: 5, columns: 1 }, '=SUM(B:B)'],
])('a copy of %s, %j away, is %s', (formula, offset, copy) => {
  expect(copiedFormula(formula, offset)).toBe(copy)
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
