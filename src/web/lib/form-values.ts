import { z } from 'zod'
import { type FieldKind, findFieldKind, type StoredValue } from '#contract/shape.ts'
import { joinList, splitList } from '#contract/split-list.ts'
import { formatSheets, namesSheets, readSheets } from '#domain/shape/field-text.ts'

/** Values of a form while it is edited: a choice as an ID, a number as typed, a list as comma-separated text. */
export type FormValues<Shape, Choice extends keyof Shape> = {
  -readonly [Field in keyof Shape]: Field extends Choice ? string | null : FormValue<StoredValue<Shape[Field]>>
}

type FormValue<Value> = [Value] extends [boolean] ? boolean : string

type Fields<Shape> = { readonly [Field in keyof Shape]: StoredValue<Shape[Field]> }

const WHOLE_NUMBER = /^[+-]?\d+$/

/** Converts between the fields of a contract and the values of their form. The optional `choice` is picked from a list. */
export function formFields<const Shape extends z.ZodRawShape, const Choice extends keyof Shape & string = never>(
  shape: Shape,
  choice?: Choice,
) {
  type Values = FormValues<Shape, Choice>
  const kinds = Object.entries(shape).map(([name, field]) => ({ name, field, kind: findFieldKind(field) }))
  const toValues = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      kinds.map(({ name, kind }) => [
        name,
        name === choice ? choiceValue(fields[name]) : formValue(kind, fields[name]),
      ]),
    ) as Values
  return {
    /** Values of a new form: the defaults of the contract. */
    blank: toValues(Object.fromEntries(kinds.map(({ name, field }) => [name, z.safeParse(field, undefined).data]))),
    /** Schema of stored values. */
    schema: z.object(
      Object.fromEntries(
        kinds.map(({ name, kind }) => [name, name === choice ? z.string().nullable() : buildInput(kind)]),
      ),
    ) as unknown as z.ZodType<Values>,
    fromFields: (fields: Fields<Shape>): Values => toValues(fields),
    /** Converts values to fields. The schema of the contract still has to validate the fields. */
    toFields: (values: Values): { [Field in keyof Shape]: unknown } =>
      Object.fromEntries(
        kinds.map(({ name, kind }) => {
          const value: unknown = values[name as keyof Values]
          return [name, name === choice ? value && Number(value) : fieldValue(kind, value)]
        }),
      ) as { [Field in keyof Shape]: unknown },
  }
}

function choiceValue(id: unknown): string | null {
  return typeof id === 'number' ? String(id) : null
}

function formValue({ type, isNullable }: FieldKind, value: unknown): unknown {
  if (type === 'boolean' && !isNullable) return value ?? false
  if (namesSheets(type)) return formatSheets(type, value)
  return Array.isArray(value) ? joinList(value) : String(value ?? '')
}

function buildInput({ type, isNullable }: FieldKind): z.ZodType {
  return type === 'boolean' && !isNullable ? z.boolean() : z.string()
}

function fieldValue({ type, isNullable }: FieldKind, value: unknown): unknown {
  if (type === 'list') return splitList(String(value))
  if (namesSheets(type)) return readSheets(type, String(value))
  if (type === 'boolean' && !isNullable) return value
  const text = String(value).trim()
  if (text === '' && isNullable) return null
  if (type === 'boolean') return text === 'true'
  if (type === 'text' || type === 'choice') return value
  // Keep anything except a number unchanged, so the schema refuses it.
  return WHOLE_NUMBER.test(text) ? Number(text) : text
}
