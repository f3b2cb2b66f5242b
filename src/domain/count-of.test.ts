import { expect, test } from 'vitest'
import { countOf } from './count-of.ts'

test.each([
  [0, '0 tasks'],
  [1, '1 task'],
  [1200, '1,200 tasks'],
])('%i is written as %s', (count, text) => {
  expect(countOf(count, 'task')).toBe(text)
})
