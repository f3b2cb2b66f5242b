import { expect, test } from 'vitest'
import { headerProblem } from './header.ts'

test.each([
  { header: ['id', 'name', 'type'], problem: undefined },
  { header: ['type'], problem: undefined },
  { header: ['id'], problem: 'Missing column "type". Use the latest exported file.' },
  { header: ['type', 'color', 'size'], problem: 'Unknown columns "color", "size". Use the latest exported file.' },
  { header: ['id', 'type', 'id'], problem: 'Repeated column "id". Use the latest exported file.' },
])('the problem with header $header: $problem', ({ header, problem }) => {
  expect(headerProblem({ header, known: ['id', 'name', 'type'], required: ['type'] })).toBe(problem)
})

test('a header with far too many columns is refused for their number alone', () => {
  const header = Array.from({ length: 120_000 }, (_, at) => `column ${at}`)
  expect(headerProblem({ header, known: ['id', 'name', 'type'], required: ['type'] })).toBe(
    'The header has 120,000 columns, more than any exported file. Use the latest exported file.',
  )
})

test('a header with every column twice names those that are repeated', () => {
  const known = Array.from({ length: 13 }, (_, at) => `c${at}`)
  const header = known.flatMap((column) => [column, column])
  expect(headerProblem({ header, known, required: [] })).toBe(
    'Repeated columns "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9" and 3 more. Use the latest exported file.',
  )
  expect(headerProblem({ header: header.slice(0, 20), known, required: [] })).toBe(
    'Repeated columns "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9". Use the latest exported file.',
  )
})
