import { expect, test } from 'vitest'
import { removeCopyMarks, removeInvisible } from './remove-invisible.ts'

test('invisible characters are removed; blanks and the joiners of words and emoji stay', () => {
  expect(removeInvisible('\ufeff1AbC\u200b\u200e\u200f\u2060-x\u202a\u202c\u202e')).toBe('1AbC-x')
  for (const kept of ['a b\u00a0c\t\n', 'می\u200cخواهم', '👩\u200d👧', '❤\ufe0f', 'é', 'e\u0301'])
    expect(removeInvisible(kept)).toBe(kept)
})

test('only copy marks are removed from stored text', () => {
  expect(removeCopyMarks('\ufeff1A\u200bb\u200e\u200fC\u2060')).toBe('1AbC')
  for (const kept of [' a\u00a0b\t\n', 'می\u200cخواهم', '👩\u200d👧', 'co\u00adop', '\u0000'])
    expect(removeCopyMarks(kept)).toBe(kept)
})
