import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storableJson, storableText, stringifyStorable } from '#domain/copy/storable-text.ts'

test.each([
  ['Plan \ud83d', 'Plan \ufffd'],
  ['\udc00 Plan', '\ufffd Plan'],
  ['Pl\0an', 'Plan'],
  ['Plan 😀', 'Plan 😀'],
  ['C:\\u0000\\ud83d', 'C:\\u0000\\ud83d'],
])('%j is stored as %j, also in JSON and as a key', (text, stored) => {
  expect(storableText(text)).toBe(stored)
  expect(storableJson({ [text]: [text, 1, null] })).toEqual({ [stored]: [stored, 1, null] })
})

test('JSON is stored with the text of its values and keys made storable, and nothing else changed', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '\\', '"', 'u', '0', 'd', '8', '\0', '\ud83d', '\ude00', '\n', '\u0001'),
  })
  const storable = (value: unknown): unknown => {
    if (typeof value === 'string') return storableText(value)
    if (Array.isArray(value)) return value.map(storable)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [storableText(key), storable(each)]))
  }
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      text,
      fc.integer(),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc
        .uniqueArray(fc.tuple(text, tie('tree')), { maxLength: 3, selector: ([key]) => storableText(key) })
        .map(Object.fromEntries),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      expect(JSON.parse(stringifyStorable(value))).toEqual(storable(value))
    }),
  )
})
