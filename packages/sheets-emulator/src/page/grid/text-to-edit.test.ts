import { expect, test } from 'vitest'
import { textToEdit } from './text-to-edit.ts'

test.each([
  ['text with leading zeros', '00501', '00501', "'00501"],
  ['text that looks like a formula', '=1+1', '=1+1', "'=1+1"],
  ['text that looks like a boolean', 'true', 'true', "'true"],
  ['text that looks like a date', 'Jan 1 2000', 'Jan 1 2000', "'Jan 1 2000"],
  ['plain text', 'Holtsville', 'Holtsville', 'Holtsville'],
  ['an empty cell', '', '', ''],
  ['a number shown rounded', '2.50', 2.4968, '2.4968'],
  ['a date', '2024-03-01', 45352, '2024-03-01'],
  ['a percentage', '12%', 0.12, '12%'],
  ['a boolean', 'TRUE', true, 'TRUE'],
])('%s starts with the text a user would type', (_name, shown, stored, text) => {
  expect(textToEdit({ shown, stored })).toBe(text)
})

test('a formula starts with itself', () => {
  expect(textToEdit({ shown: '2', stored: 2, formula: '=1+1' })).toBe('=1+1')
})
