import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inputSchema, namedRoutes } from '#server/http/docs/openapi.ts'
import { valueMatching } from './from-schema.ts'
import { mutated } from './hostile-values.ts'

const Schema = z.object({
  name: z.string().min(1),
  count: z.int().min(3).max(7),
  mode: z.enum(['a', 'b']),
  parent: z.int().nullable(),
  list: z.array(z.boolean()),
  note: z.string().optional(),
  id: z.literal(42),
})
const known = { id: fc.constant(42) }

test('values match their schema', () => {
  const values = valueMatching(inputSchema(Schema), known)
  fc.assert(fc.property(values, (value) => Schema.safeParse(value).success))
})

test('values of every route match its schemas, in whatever way they are written', () => {
  const schemas = namedRoutes().flatMap(({ route }) => [route.params, route.query, route.body].filter((part) => !!part))
  expect(schemas.length).toBeGreaterThan(20)
  for (const schema of schemas) expect(fc.sample(valueMatching(inputSchema(schema), {}), 5)).toHaveLength(5)
})

test('a mutation leaves some values valid, and most not', () => {
  const values = fc.sample(valueMatching(inputSchema(Schema), known).chain(mutated), { numRuns: 500, seed: 7 })
  const valid = values.filter((value) => Schema.safeParse(value).success)
  expect(valid.length).toBeGreaterThan(0)
  expect(valid.length).toBeLessThan(values.length / 2)
  // The rest of a value stays as it was, so the fault is found behind the checks of the other fields.
  const isPartlyValid = (value: unknown) =>
    Schema.partial().safeParse({ ...(value as object), list: undefined }).success
  expect(values.filter(isPartlyValid).length).toBeGreaterThan(0)
})
