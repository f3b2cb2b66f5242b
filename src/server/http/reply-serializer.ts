import { isDeepStrictEqual } from 'node:util'
import fastJson, { type Schema } from 'fast-json-stringify'
import { z } from 'zod'

/** Writes a reply as JSON, without undeclared fields. */
export type ReplySerializer = (reply: unknown) => string

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * Compiles a serializer from the schema of a route's replies: undeclared fields never leave, at less than half the cost of
 * parsing each reply. It does not check values; `checkedSerializer` does.
 */
export function replySerializer(schema: z.ZodType): ReplySerializer {
  let serialize = compiled.get(schema)
  if (!serialize) {
    const described = z.toJSONSchema(schema, { io: 'output', target: 'draft-07', override: simplify })
    serialize = fastJson(described as Schema)
    compiled.set(schema, serialize)
  }
  return serialize
}

/**
 * Cache of compiled serializers. Compilation takes as long as hundreds of replies, and tests start the app hundreds of times in
 * a process.
 */
const compiled = new WeakMap<z.ZodType, ReplySerializer>()

/**
 * Also parses each reply, for tests.
 * @throws when a reply does not follow its schema, or is not sent as the schema says
 */
export function checkedSerializer(schema: z.ZodType): ReplySerializer {
  const serialize = replySerializer(schema)
  return (reply) => {
    const sent = serialize(reply)
    const expected = JSON.stringify(schema.parse(reply))
    if (!isDeepStrictEqual(JSON.parse(sent), JSON.parse(expected))) {
      throw new Error(`The reply is sent as ${sent} instead of ${expected}`)
    }
    return sent
  }
}

/**
 * Checks a reply written elsewhere, for tests.
 * @throws when it does not follow its schema, or has undeclared fields
 */
export function checkJson(schema: z.ZodType, json: string): void {
  const sent: unknown = JSON.parse(json)
  if (!isDeepStrictEqual(schema.parse(sent), sent)) throw new Error(`${json} has undeclared fields`)
}

/**
 * Keeps only keywords that affect how a value is written. Rewrites a choice of plain values into the form that compiles best.
 */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  delete jsonSchema.format
  delete jsonSchema.pattern
  delete jsonSchema.propertyNames
  if (isRecordOfPlainValues(jsonSchema)) {
    for (const rule of ['type', 'additionalProperties']) delete jsonSchema[rule]
    return
  }
  const { anyOf, ...others } = jsonSchema
  if (!anyOf) return
  const choices = anyOf.filter((choice): choice is JsonSchema => typeof choice === 'object')
  const types = choices.flatMap(({ type }) => type ?? [])
  const [only, ...further] = choices.filter(({ type }) => type !== 'null')
  const isNullable = types.includes('null')
  if (isNullable && only && further.length === 0 && (only.type === 'object' || only.type === 'array')) {
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, others, only, { nullable: true })
  } else if (types.length === choices.length && !types.includes('object') && !types.includes('array')) {
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, { type: types })
  }
}

/**
 * Whether a record has plain values only. It keeps all fields, whatever their names. Without a schema it is written unchanged,
 * several times as fast.
 */
function isRecordOfPlainValues({ type, required, properties, additionalProperties }: JsonSchema): boolean {
  const hasKnownNames = required !== undefined || properties !== undefined
  if (type !== 'object' || hasKnownNames || typeof additionalProperties !== 'object') return false
  const types = [additionalProperties.type ?? []].flat()
  return types.length > 0 && !types.includes('object') && !types.includes('array')
}
