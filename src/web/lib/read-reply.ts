import type { z } from 'zod'
import { isObject, reading } from '#contract/reading.ts'

const UNUSABLE = Symbol('unusable')

/**
 * Reads a reply from any server that follows the specification. A missing or invalid field gets its default. A list item that
 * lacks a required field, such as an ID, is left out. A reply that follows the schema stays unchanged.
 *
 * @returns undefined if the reply is unusable
 */
export function readReply<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> | undefined {
  const value = read(schema, sent)
  return value === UNUSABLE ? undefined : (value as z.output<S>)
}

function read(schema: z.core.$ZodType, sent: unknown): unknown {
  const how = reading.get(schema)
  const value = readKind(schema, how?.from ? how.from(sent) : sent)
  return value === UNUSABLE && how?.otherwise !== undefined ? how.otherwise : value
}

function readKind(schema: z.core.$ZodType, sent: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return sent === undefined ? undefined : orElse(read(def.innerType, sent), undefined)
    case 'nullable':
      return orElse(isMissing(sent) ? UNUSABLE : read(def.innerType, sent), null)
    case 'object':
      return isObject(sent) ? readFields(def.shape, sent) : UNUSABLE
    case 'array':
      return Array.isArray(sent) ? usable(sent.map((item) => read(def.element, item))) : UNUSABLE
    case 'record':
      return isObject(sent) ? readRecord(def, sent) : UNUSABLE
    case 'string':
      return isMissing(sent) || typeof sent === 'object' ? UNUSABLE : String(sent)
    case 'number':
      return readNumber(schema, sent)
    case 'boolean':
      return readFlag(sent)
    case 'enum':
      return readName(Object.values(def.entries), sent)
    default:
      return readExactly(schema, sent)
  }
}

function readFields(shape: Readonly<Record<string, z.core.$ZodType>>, sent: Record<string, unknown>): unknown {
  const fields: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const known = read(schema, sent[name])
    const value = known === UNUSABLE ? buildBlank(schema) : known
    if (value === UNUSABLE) return UNUSABLE
    if (value !== undefined) fields[name] = value
  }
  return fields
}

/** Default of a missing field, by its kind; unusable for a field without a default, such as an ID. */
function buildBlank(schema: z.core.$ZodType): unknown {
  switch ((schema as z.core.$ZodTypes)._zod.def.type) {
    case 'object':
    case 'record':
      return read(schema, {})
    case 'array':
      return []
    case 'string':
      return ''
    case 'boolean':
      return false
    case 'number':
      return readExactly(schema, 0)
    default:
      return UNUSABLE
  }
}

/** Reads a record. If the schema lists its keys, the result has all of them. */
function readRecord({ keyType, valueType }: z.core.$ZodRecordDef, sent: Record<string, unknown>): unknown {
  const { def } = (keyType as z.core.$ZodTypes)._zod
  if (def.type === 'enum')
    return readFields(Object.fromEntries(Object.values(def.entries).map((name) => [name, valueType])), sent)
  const entries = Object.entries(sent).map(([name, value]): [string, unknown] => [name, read(valueType, value)])
  return Object.fromEntries(entries.filter(([, value]) => value !== UNUSABLE))
}

/** Reads a number or its text. Rounds if the schema only allows whole numbers. */
function readNumber(schema: z.core.$ZodType, sent: unknown): unknown {
  const isText = typeof sent === 'string' && sent.trim() !== ''
  const value = typeof sent === 'number' ? sent : isText ? Number(sent) : Number.NaN
  return readExactly(schema, Number.isInteger(value) ? value : Math.round(value))
}

function readFlag(sent: unknown): unknown {
  if (sent === true || sent === 1 || sent === 'true') return true
  return sent === false || sent === 0 || sent === 'false' ? false : UNUSABLE
}

/** Reads an enum value, ignoring upper and lower case. */
function readName(names: readonly unknown[], sent: unknown): unknown {
  const name = String(sent).trim().toLowerCase()
  return names.find((each) => String(each).toLowerCase() === name) ?? UNUSABLE
}

function readExactly(schema: z.core.$ZodType, sent: unknown): unknown {
  const parsed = (schema as z.ZodType).safeParse(sent)
  return parsed.success ? parsed.data : UNUSABLE
}

function usable(values: readonly unknown[]): unknown[] {
  return values.filter((value) => value !== UNUSABLE)
}

function orElse(value: unknown, otherwise: unknown): unknown {
  return value === UNUSABLE ? otherwise : value
}

function isMissing(sent: unknown): boolean {
  return sent === undefined || sent === null
}
