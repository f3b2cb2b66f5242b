import { expect, test } from 'vitest'
import { rowsOfCsv } from './skipped-rows-csv.ts'

test.each([
  ['a,b\n1,2\n3,4\n5,6\n', [3], 'a,b\n3,4\n'],
  ['a,b\r\n1,2\r\n3,4', [2, 3], 'a,b\r\n1,2\r\n3,4'],
  ['a\r1\r2\r', [3], 'a\r2\r'],
  ['a,b\n"x\ny",2\n\n5,"say ""hi\n"""\n6,7', [4], 'a,b\n5,"say ""hi\n"""\n'],
  ['a\n1', [], 'a\n'],
])('keeps the header and the rows of %j that are asked for', (text, rows, kept) => {
  expect(rowsOfCsv(text, new Set(rows))).toBe(kept)
})
