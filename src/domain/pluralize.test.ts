import { expect, test } from 'vitest'
import { pluralize } from './pluralize.ts'

test.each([
  [0, '0 tasks'],
  [1, '1 task'],
  [1200, '1,200 tasks'],
])('%i is written as %s', (count, text) => {
  expect(pluralize(count, 'task')).toBe(text)
})
