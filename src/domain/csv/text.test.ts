import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markAsText, quoted, unmark } from './text.ts'

test.each([
  { field: '=1+1', marked: "'=1+1" },
  { field: '+49 30', marked: "'+49 30" },
  { field: '-5', marked: "'-5" },
  { field: '@home', marked: "'@home" },
  { field: '\t=1', marked: "'\t'=1" },
  { field: ' =1', marked: "' =1" },
  { field: 'x;=HYPERLINK("http://a.example")', marked: 'x;\'=HYPERLINK("http://a.example")' },
  { field: 'x; "=1"', marked: 'x;\' "=1"' },
  { field: 'x\t-1;+1', marked: "x\t'-1;'+1" },
  { field: 'first\r\n@second\n\nthird', marked: "first\r\n'@second\n\nthird" },
  { field: "x;'=1", marked: "x;''=1" },
  { field: 'a = b; c - d, e', marked: 'a = b; c - d, e' },
  { field: '＝1', marked: "'＝1" },
  { field: "'=1+1", marked: "''=1+1" },
  { field: "'tis", marked: "'tis" },
  { field: 'Orders', marked: 'Orders' },
  { field: '', marked: '' },
])('writes $field as $marked and reads it back', ({ field, marked }) => {
  expect(markAsText(field)).toBe(marked)
  expect(unmark(marked)).toBe(field)
})

test('reads a field that was never marked as it is', () => {
  expect(['=1+1', "'tis", 'Orders'].map(unmark)).toEqual(['=1+1', "'tis", 'Orders'])
})

test('every field survives a round trip and begins no formula, wherever a program splits it', () => {
  const unit = fc.constantFrom("'", '"', ' ', ';', '=', '+', '-', '@', '＝', 'a', '\t', '\r', '\n')
  const field = fc.oneof(fc.string(), fc.string({ unit }))
  fc.assert(
    fc.property(field, (text) => {
      const marked = markAsText(text)
      expect(unmark(marked)).toBe(text)
      expect(marked).not.toMatch(/^[=+\-@\t\r\n]/)
      for (const part of marked.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[ "]*[=+\-@＝＋－＠]/)
    }),
    { numRuns: 1000 },
  )
})

test('a quotation in a message is short and printable', () => {
  expect(quoted('Or\u0000ders\n')).toBe('"Or ders "')
  expect(quoted('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`)
  expect(quoted('x'.repeat(100))).toBe(`"${'x'.repeat(80)}…"`)
  expect(quoted(`${'x'.repeat(79)}🎈 and more`).isWellFormed()).toBe(true)
})
