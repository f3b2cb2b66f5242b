import { expect, test } from 'vitest'
import { z } from 'zod'
import { outputSchema } from './openapi.ts'
import { schemaText } from './schema-text.ts'

test.each([
  { schema: z.string(), text: 'string' },
  { schema: z.enum(['asc', 'desc']), text: '"asc" | "desc"' },
  { schema: z.array(z.enum(['a', 'b'])), text: '("a" | "b")[]' },
  { schema: z.string().nullable(), text: 'string | null' },
  { schema: z.iso.datetime(), text: 'time' },
  { schema: z.record(z.string(), z.boolean()), text: '{ [key]: boolean }' },
  { schema: z.object({}), text: '{}' },
])('a schema is written as $text', ({ schema, text }) => {
  expect(schemaText(outputSchema(schema))).toBe(text)
})

test('a record of objects is indented like any other object', () => {
  const schema = z.record(z.string(), z.object({ ok: z.boolean() }))
  expect(schemaText(outputSchema(schema))).toBe(['{', '  [key]: {', '    ok: boolean', '  }', '}'].join('\n'))
})

test('an object has one line per field, with its limits as a comment', () => {
  const schema = z.object({
    page: z.int().min(1).max(9).default(1),
    name: z.string().max(20).optional(),
    inner: z.array(z.object({ ok: z.boolean() })),
  })
  expect(schemaText(outputSchema(schema))).toBe(
    [
      '{',
      '  page: integer  // min 1, max 9, default 1',
      '  name?: string  // at most 20 characters',
      '  inner: {',
      '    ok: boolean',
      '  }[]',
      '}',
    ].join('\n'),
  )
})
