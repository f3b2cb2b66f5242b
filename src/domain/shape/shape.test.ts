import { expect, test } from 'vitest'
import { basisOfShape, leavesRowsOut, parseShape, type ShapeFields, usesToday } from './shape.ts'
import { shapeProblems } from './shape-problems.ts'

const NONE: ShapeFields = { startRow: 2, columns: '', rows: '', targetCell: '', header: null }

test('a task without any of the fields has no shape', () => {
  for (const startRow of [1, 2, 40]) expect(parseShape({ ...NONE, startRow })).toBeUndefined()
})

test.each<[Partial<ShapeFields>, [row: number, column: number, header: boolean]]>([
  [{ columns: 'A' }, [2, 1, false]],
  [{ columns: 'A', startRow: 1 }, [1, 1, true]],
  [{ targetCell: 'B5' }, [5, 2, true]],
  [{ targetCell: 'B5', header: false }, [5, 2, false]],
  [{ header: true, startRow: 4 }, [3, 1, true]],
  [{ header: false, startRow: 4 }, [4, 1, false]],
  [{ header: false, startRow: 1 }, [1, 1, false]],
  [{ header: true, startRow: 1 }, [1, 1, true]],
])('%j writes from there on: %j', (fields, [firstRow, firstColumn, writesHeader]) => {
  expect(parseShape({ ...NONE, ...fields })?.region).toEqual({ firstRow, firstColumn, writesHeader })
})

test('a task that appends always has a shape, and needs a name for the column of times', () => {
  expect(parseShape({ ...NONE, mode: 'append', timeColumn: 'At' })).toMatchObject({ timeColumn: 'At' })
  expect(parseShape({ ...NONE, mode: 'mirror', timeColumn: 'At' })).toBeUndefined()
  expect(shapeProblems({ ...NONE, mode: 'append', timeColumn: '' })).toEqual({
    time_column: 'Time column: name it, because rows are appended',
  })
  for (const mode of ['append', 'mirror'] as const)
    expect(shapeProblems({ ...NONE, mode, timeColumn: 'At' })).toEqual({})
})

test('a task that updates by key always has a shape, with the names of its key columns', () => {
  const update = { keys: ['Order', 'Sub, no'], missingRows: 'keep' }
  expect(parseShape({ ...NONE, mode: 'update', keyColumns: 'Order, "Sub, no"' })).toMatchObject({ update })
})

test.each<[Partial<ShapeFields>, { leavesOut: boolean; today: boolean }]>([
  [{ columns: 'A' }, { leavesOut: false, today: false }],
  [
    { columns: 'A', hiddenRows: 'copy' },
    { leavesOut: false, today: false },
  ],
  [{ hiddenRows: 'skip' }, { leavesOut: true, today: false }],
  [{ rows: 'Day = 2026-02-14' }, { leavesOut: true, today: false }],
  [{ rows: 'Status = open; Day in 2026-02-14 | today' }, { leavesOut: true, today: true }],
])('%j: %j', (fields, { leavesOut, today }) => {
  const shape = parseShape({ ...NONE, ...fields })
  expect(shape && { leavesOut: leavesRowsOut(shape), today: usesToday(shape) }).toEqual({ leavesOut, today })
})

test('everything that decides how many rows come out of a source changes the basis', () => {
  const decisive: Partial<ShapeFields>[] = [{}, { columns: 'A' }, { rows: 'A = 1' }, { hiddenRows: 'skip' }]
  const bases = decisive
    .map((fields) => parseShape({ ...NONE, targetCell: 'A1', ...fields }))
    .map((shape) => shape && basisOfShape(shape))
  expect(new Set(bases)).toHaveProperty('size', decisive.length)
})

test('a task that updates by key cannot hold edits', () => {
  const update = { ...NONE, mode: 'update' as const, keyColumns: 'Order' }
  expect(shapeProblems({ ...update, holdsEdits: true })).toEqual({
    holds_edits: 'Hold on target edits: not for rows that are updated by key',
  })
  expect(shapeProblems({ ...update, mode: 'mirror', holdsEdits: true })).toEqual({})
})

test.each<[Partial<ShapeFields>, string | undefined]>([
  [{ keyColumns: '' }, 'name them, because rows are updated by key'],
  [{ keyColumns: 'Order,, Region' }, 'Column 2 has no name: remove one of the commas'],
  [{ keyColumns: 'Order as No' }, 'write "Order" without "as"'],
  [{ keyColumns: 'Order', columns: 'Name, Amount' }, '"Order" is not among the columns to copy'],
  [{ keyColumns: 'order, "Sub, no"', columns: 'Order as No, "Sub, no"' }, undefined],
  [{ keyColumns: 'No', columns: 'Order as No' }, undefined],
])('a task that updates by key, with %j: %s', (fields, problem) => {
  const found = shapeProblems({ ...NONE, mode: 'update', ...fields })
  expect(found).toEqual(problem === undefined ? {} : { key_columns: `Key columns: ${problem}` })
})

test('the words that are wrong are named by field', () => {
  expect(shapeProblems({ columns: 'Name, Amount as Total', rows: 'Status = open' })).toEqual({})
  expect(shapeProblems({ columns: 'Name,, Amount', rows: 'Amount > many' })).toEqual({
    columns: 'Columns: Column 2 has no name: remove one of the commas',
    rows: expect.stringMatching(/^Rows: "many" is neither a number nor a date/),
  })
})
