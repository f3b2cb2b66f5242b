import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinList, splitList } from './split-list.ts'

test.each([
  ['', []],
  [' , ,', []],
  ['04:00', ['04:00']],
  [' 04:00 ,, 23:00\n', ['04:00', '23:00']],
  ['"Total, net", "5"" disk" ,""', ['Total, net', '5" disk']],
  ['"a" "b", "open', ['"a" "b"', '"open']],
])('%j holds %j', (text, entries) => {
  expect(splitList(text)).toEqual(entries)
})

test('a list that was joined is split into the same entries', () => {
  const entry = fc.string({ unit: fc.constantFrom('"', ',', 'a', ' ', '\n') }).map((text) => text.trim() || 'a')
  fc.assert(fc.property(fc.array(entry), (entries) => void expect(splitList(joinList(entries))).toEqual(entries)))
})
