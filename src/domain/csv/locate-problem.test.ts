import { expect, test } from 'vitest'
import { locate } from './locate-problem.ts'

const problem = { row: 4, message: 'Chunk size must be a whole number' }

test('a problem is shown with the name in its row and with what its column holds', () => {
  const record = { name: " '=Orders ", chunk_size: `${'9'.repeat(90)}\n` }
  const value = `${'9'.repeat(80)}…`
  expect(locate({ ...problem, column: 'chunk_size' }, record)).toEqual({
    ...problem,
    column: 'chunk_size',
    name: "'=Orders",
    value,
  })
  expect(locate({ ...problem, column: 'chunk_size' }, { name: "'=Orders", chunk_size: ' ' })).toEqual({
    ...problem,
    column: 'chunk_size',
    name: '=Orders',
  })
  expect(locate(problem, { chunk_size: 'many' })).toEqual(problem)
})
