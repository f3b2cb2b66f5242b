import { expect, test } from 'vitest'
import { type CellBeside, findRemarks } from './remarks.ts'

const cell = (entered: CellBeside['entered'], note = ''): CellBeside => ({ entered, note })
const isBeside = (column: number) => column > 2

/** Finds remarks in column C, from row 2 on. */
const find = (cells: readonly CellBeside[], fates: { moved?: [number, number][]; gone?: number[] }) =>
  findRemarks(
    { row: 2, column: 3, rows: cells.map((each) => [each]), isBeside },
    { moved: new Map(fates.moved), gone: fates.gone ?? [] },
  )

test('remarks beside moved and removed rows are found with their new rows', () => {
  expect(
    find([cell('call back'), cell(null), cell('paid'), cell('stays')], {
      moved: [
        [2, 3],
        [3, 2],
      ],
      gone: [4],
    }),
  ).toEqual([
    { row: 2, column: 3, text: 'call back', toRow: 3 },
    { row: 4, column: 3, text: 'paid' },
  ])
})

test('equal remarks beside rows that change places are not found', () => {
  const swap = { moved: [[2, 3] as [number, number], [3, 2] as [number, number]] }
  expect(find([cell('kg'), cell('kg')], swap)).toEqual([])
  expect(find([cell('kg'), cell('lb')], swap)).toHaveLength(2)
  expect(find([cell(null, 'kg'), cell('kg')], swap)).toEqual([])
})

test('the remark of a removed row is found, also if its neighbor has an equal one', () => {
  expect(find([cell('kg'), cell('kg')], { moved: [[3, 2]], gone: [2] })).toEqual([{ row: 2, column: 3, text: 'kg' }])
})

test('formulas, blanks and boxes that nobody checked are no remarks', () => {
  expect(find([cell({ formula: '=A2' }), cell('  '), cell(false)], { gone: [2, 3, 4] })).toEqual([])
})
