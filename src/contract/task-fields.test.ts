import { expect, test } from 'vitest'
import { taskShape } from './task-fields.ts'

test.each([
  ['Data ', 'Data '],
  [' Data', ' Data'],
  ['  ', ''],
  ['', ''],
])('the tab name %j is kept as %j: another tab may differ by a blank alone', (sent, kept) => {
  expect(taskShape.source_sheet_name.parse(sent)).toBe(kept)
  expect(taskShape.target_sheet_name.parse(sent)).toBe(kept)
  expect(taskShape.name.parse(sent)).toBe(sent.trim())
})
