import { expect, test } from 'vitest'
import { ValueCounter } from './count-values.ts'

test('values are counted whatever their case and blanks, besides empty cells and errors', () => {
  const counter = new ValueCounter('en-US')
  for (const cell of ['North', 7, ' NORTH ', '7', null, ' ', '#REF!', true, 'North']) counter.add(cell)
  expect(counter.end()).toEqual({
    values: 3,
    emptyRows: 2,
    errorRows: 1,
    first: [
      { value: 'North', rows: 3 },
      { value: '7', rows: 2 },
      { value: 'TRUE', rows: 1 },
    ],
  })
})

test('only the first values are listed', () => {
  const counter = new ValueCounter('en-US')
  for (let value = 0; value < 400; value += 1) counter.add(value)
  const { values, first } = counter.end()
  expect({ values, listed: first.length }).toEqual({ values: 400, listed: 50 })
})
