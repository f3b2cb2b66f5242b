import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { findValueKey, nameTab, nameValue } from './split-value.ts'

test.each<[Cell, Cell]>([
  ['North', ' north '],
  ['Zu\u0308rich', 'ZÜRICH'],
  ['a  b', 'a b'],
  [7, '7'],
  [true, 'true'],
])('%j and %j are one value', (one, other) => {
  expect(findValueKey(one, 'en-US')).toBe(findValueKey(other, 'en-US'))
})

test.each<[Cell, Cell]>([
  ['North', 'South'],
  ['a b', 'ab'],
  ['7', '07a'],
])('%j and %j are two values', (one, other) => {
  expect(findValueKey(one, 'en-US')).not.toBe(findValueKey(other, 'en-US'))
})

test.each<[Cell]>([[null], [''], ['  '], ['\u200b']])('%j is no value', (cell) => {
  expect(findValueKey(cell, 'en-US')).toBeUndefined()
})

test.each<[Cell, string]>([
  [' North ', 'North'],
  [1200.5, '1200.5'],
  [true, 'TRUE'],
  ['a/b*c?d[e]f\\g:h', 'a-b-c-d-e-f-g-h'],
  ["'quoted'", '’quoted’'],
  ['line\nbreak', 'line break'],
  ['x'.repeat(120), 'x'.repeat(100)],
])('the tab of %j is named %j', (cell, name) => {
  expect(nameTab(nameValue(cell))).toBe(name)
})
