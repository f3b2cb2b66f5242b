import { expect, test } from 'vitest'
import { fieldWords } from './field-words.ts'

test.each([
  ['source_ss_id', 'Source spreadsheet ID'],
  ['target_sheet_name', 'Target sheet name'],
  ['id', 'ID'],
  ['notes', 'Notes'],
])('the field %s is shown as %s', (field, words) => {
  expect(fieldWords(field)).toBe(words)
})
