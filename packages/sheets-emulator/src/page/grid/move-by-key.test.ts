import { expect, test } from 'vitest'
import { moveByKey } from './move-by-key.ts'

const grid = { rowCount: 1000, columnCount: 26, pageRows: 30 }
const press = (key: string, modifiers: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...modifiers,
})

test.each([
  ['ArrowDown', {}, { row: 501, column: 5 }],
  ['ArrowLeft', {}, { row: 500, column: 4 }],
  ['ArrowUp', { ctrlKey: true }, { row: 0, column: 5 }],
  ['ArrowRight', { metaKey: true }, { row: 500, column: 25 }],
  ['PageDown', {}, { row: 530, column: 5 }],
  ['PageUp', {}, { row: 470, column: 5 }],
  ['Home', {}, { row: 500, column: 0 }],
  ['Home', { ctrlKey: true }, { row: 0, column: 0 }],
  ['End', {}, { row: 500, column: 25 }],
  ['End', { ctrlKey: true }, { row: 999, column: 25 }],
  ['Tab', {}, { row: 500, column: 6 }],
  ['Tab', { shiftKey: true }, { row: 500, column: 4 }],
])('%s with %o moves from F501', (key, modifiers, to) => {
  expect(moveByKey(press(key, modifiers), { row: 500, column: 5 }, grid)).toEqual(to)
})

test('a move stops at the edge of the grid', () => {
  expect(moveByKey(press('ArrowUp'), { row: 0, column: 0 }, grid)).toEqual({ row: 0, column: 0 })
  expect(moveByKey(press('PageDown'), { row: 990, column: 0 }, grid)).toEqual({ row: 999, column: 0 })
})

test('a letter does not move', () => {
  expect(moveByKey(press('a'), { row: 0, column: 0 }, grid)).toBeUndefined()
})
