import fc from 'fast-check'
import { z } from 'zod'

const MAX_ITEMS = 3
const MAX_TEXT = 12

const Schema = z.looseObject({
  /** Several where the value may also be null. */
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  minimum: z.number().default(0),
  maximum: z.number().default(100),
})

/** Values of properties that must refer to something, or follow a rule the schema cannot express. */
export type KnownValues = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** Values a JSON schema accepts. A property in `known` takes its value from there. */
export function valueMatching(schema: unknown, known: KnownValues): fc.Arbitrary<unknown> {
  const { type, anyOf, items, minimum, maximum, ...rest } = Schema.parse(schema ?? {})
  if (rest.const !== undefined) return fc.constant(rest.const)
  if (rest.enum) return fc.constantFrom(...rest.enum)
  if (anyOf) return fc.oneof(...anyOf.map((option) => valueMatching(option, known)))
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valueMatching({ ...Object(schema), type: one }, known)))
  switch (type) {
    case 'object':
      return objectArbitrary(rest, known)
    case 'array':
      return fc.array(valueMatching(items, known), { maxLength: MAX_ITEMS })
    case 'integer':
    case 'number':
      return fc.integer({ min: minimum, max: Math.min(Math.max(minimum, 100), maximum) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.string({ minLength: 1, maxLength: MAX_TEXT })
  }
}

interface ObjectSchema {
  properties: Readonly<Record<string, unknown>>
  required: readonly string[]
}

function objectArbitrary({ properties, required }: ObjectSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, property]): [string, fc.Arbitrary<unknown>] => [
    name,
    known[name] ?? valueMatching(property, known),
  ])
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: [...required],
    noNullPrototype: true,
  })
}
