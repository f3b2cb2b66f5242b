import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markAsText, quoted, unmark } from './text.ts'

test.each([
  { field: '=1+1', marked: "'=1+1" },
  { field: '+49 30', marked: "'+49 30" },
  { field: '-5', marked: "'-5" },
  { field: '@home', marked: "'@home" },
  { field: '\t=1', marked: "'\t=1" },
  { field: '＝1', marked: "'＝1" },
  { field: "'=1+1", marked: "''=1+1" },
  { field: "'tis", marked: "'tis" },
  { field: 'Orders', marked: 'Orders' },
  { field: '', marked: '' },
])('$field is written as $marked, and read back', ({ field, marked }) => {
  expect(markAsText(field)).toBe(marked)
  expect(unmark(marked)).toBe(field)
})

test('a field that was never marked is read as it stands', () => {
  expect(['=1+1', "'tis", 'Orders'].map(unmark)).toEqual(['=1+1', "'tis", 'Orders'])
})

test('every field comes back as it was, and none is left to be taken for a formula', () => {
  const field = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', 'a', '\t', '\n') }))
  fc.assert(
    fc.property(field, (text) => {
      const marked = markAsText(text)
      expect(unmark(marked)).toBe(text)
      expect(marked).not.toMatch(/^[=+\-@\t\r\n]/)
    }),
  )
})

test('what is quoted in a sentence is short and can be shown', () => {
  expect(quoted('Or\u0000ders\n')).toBe('"Or ders "')
  expect(quoted('x'.repeat(100))).toBe(`"${'x'.repeat(80)}…"`)
  expect(quoted(`${'x'.repeat(79)}🎈 and more`).isWellFormed()).toBe(true)
})
