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
