import { expect, test } from 'vitest'
import { changedPlaces } from './changed-places.ts'

const cell = (row: number, column: number) => ({
  row,
  column,
  kind: 'changed' as const,
  before: 'a',
  after: 'b',
  before_format: null,
  after_format: null,
})
const changes = { columns: ['id', 'city'], cells: [cell(1, 2), cell(2, 2), cell(5, 1), cell(3, 3)] }

test('a changed cell has the place of its column and of its row below the headers', () => {
  const places = changedPlaces({ target_cell: '' }, { changes, columns: ['city', 'id'] })
  expect([...places]).toEqual(['0:0', '3:1'])
})

test('a copy that begins further down in the target counts from there', () => {
  const places = changedPlaces({ target_cell: 'B4' }, { changes, columns: ['id', 'city'] })
  expect([...places]).toEqual(['0:0'])
})

test('a column that is not shown has no place', () => {
  expect([...changedPlaces({ target_cell: '' }, { changes, columns: ['id'] })]).toEqual(['3:0'])
})
