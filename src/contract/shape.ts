import { z } from 'zod'
import { listFrom, reading } from './reading.ts'

type WithoutDefault<Field> = Field extends z.ZodDefault<infer Inner> ? Inner : Field

/** Schema of a change: every field is optional, and a missing field keeps its value. */
export function buildChangeShape<const Shape extends z.ZodRawShape>(shape: Shape) {
  const optional = Object.entries(shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ])
  return z.object(Object.fromEntries(optional) as { [Name in keyof Shape]: z.ZodOptional<WithoutDefault<Shape[Name]>> })
}

/** Value of a field once stored: never undefined, because a default or a later decision fills it in. */
export type StoredValue<Field> = Field extends z.ZodType ? Exclude<z.output<Field>, undefined> : never

/** Fields of a reply: stored values, without the limits of input. A client uses the default of a missing field. */
export function storedFields<const Shape extends z.ZodRawShape>(shape: Shape) {
  const stored = Object.entries(shape).map(([name, field]) => [name, storedField(field)])
  return Object.fromEntries(stored) as { [Name in keyof Shape]: z.ZodType<StoredValue<Shape[Name]>> }
}

export interface FieldKind {
  readonly type: 'text' | 'integer' | 'boolean' | 'list' | 'choice' | 'sources' | 'targets' | 'target_sheet'
  readonly isNullable: boolean
}

function storedField(field: z.core.$ZodType): z.ZodType {
  const { type, isNullable } = findFieldKind(field)
  const entries = z.array(buildEntry(field))
  const stored = {
    text: z.string(),
    integer: z.int(),
    boolean: z.boolean(),
    list: z.array(z.string()).register(reading, { from: listFrom }),
    choice: z.enum(listOptions(field)),
    sources: entries,
    targets: entries,
    target_sheet: buildEntry(field),
  }[type]
  if (isNullable) return stored.nullable()
  const otherwise = field instanceof z.ZodDefault ? field.def.defaultValue : undefined
  return otherwise === undefined ? stored : withDefault(stored, otherwise)
}

/** Reads a flag as its default unless the value is exactly the opposite. */
function withDefault(stored: z.ZodType, otherwise: unknown): z.ZodType {
  if (typeof otherwise === 'boolean')
    return stored.register(reading, { from: (sent) => (sent === !otherwise ? sent : otherwise) })
  return stored.register(reading, { ...reading.get(stored), otherwise })
}

/** The kind of values a field holds, regardless of its limits and default. */
export function findFieldKind(field: z.core.$ZodType): FieldKind {
  if (field instanceof z.ZodNullable) return { ...findFieldKind(field.unwrap()), isNullable: true }
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return findFieldKind(field.unwrap())
  if (field instanceof z.ZodPipe) return findFieldKind(field.in)
  if (field instanceof z.ZodString) return { type: 'text', isNullable: false }
  if (field instanceof z.ZodNumber) return { type: 'integer', isNullable: false }
  if (field instanceof z.ZodBoolean) return { type: 'boolean', isNullable: false }
  if (field instanceof z.ZodArray) {
    const { element } = field
    const type = element instanceof z.ZodObject ? ('value' in element.shape ? 'targets' : 'sources') : 'list'
    return { type, isNullable: false }
  }
  if (field instanceof z.ZodEnum) return { type: 'choice', isNullable: false }
  if (field instanceof z.ZodObject) return { type: 'target_sheet', isNullable: false }
  throw new Error('A field must be text, an integer, a boolean, a list, a choice or a tab')
}

/** Builds the schema of an object, or of an entry in a list of objects, with text fields. */
function buildEntry(field: z.core.$ZodType): z.ZodType {
  if (field instanceof z.ZodDefault || field instanceof z.ZodNullable) return buildEntry(field.unwrap())
  const entry = field instanceof z.ZodArray ? field.element : field
  const names = entry instanceof z.ZodObject ? entry.shape : {}
  return z.object(Object.fromEntries(Object.keys(names).map((name) => [name, z.string().optional()])))
}

/** The values of a choice; empty for any other field. */
function listOptions(field: z.core.$ZodType): string[] {
  if (field instanceof z.ZodNullable || field instanceof z.ZodDefault) return listOptions(field.unwrap())
  return field instanceof z.ZodEnum ? field.options.map(String) : []
}
