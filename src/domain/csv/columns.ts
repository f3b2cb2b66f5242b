import type { z } from 'zod'
import { cleanText } from '#contract/field.ts'
import { type FieldKind, findFieldKind, type StoredValue } from '#contract/shape.ts'
import { joinList, splitList } from '#contract/split-list.ts'
import { formatSheets, namesSheets, readSheets } from '#domain/shape/field-text.ts'
import { markAsText, unmark } from './text.ts'
import { readFlag, readWholeNumber } from './written-values.ts'

/** A row of a file as text, by column; a column the file does not have is undefined. */
export type CsvRecord = Readonly<Record<string, string | undefined>>

/** A field with another row's id is written as the other row's name, because ids differ between installations. */
interface Reference<Shape> {
  readonly field: keyof Shape & string
  readonly column: string
}

type Values<Shape extends z.ZodRawShape> = { readonly [Field in keyof Shape]: StoredValue<Shape[Field]> }

/** The fields of a row, not validated yet. */
export interface ParsedRow<Shape> {
  /** Undefined if the row has no id, or a value that cannot be an id. */
  readonly id: number | undefined
  /** Name of the row referred to; '' for none, undefined where the file does not have the column. */
  readonly reference: string | undefined
  /** The fields of the row; all other fields keep their value or get their default. */
  readonly fields: { readonly [Field in keyof Shape]?: unknown }
}

export interface CsvTable<Shape extends z.ZodRawShape> {
  /** In the order they are written: `id`, then the fields as declared. */
  readonly columns: readonly string[]
  format(row: { id: number; reference: string; fields: Values<Shape> }): string[]
  parse(record: CsvRecord): ParsedRow<Shape>
}

/** How the fields of a contract are written to CSV and read back. */
export function csvTable<const Shape extends z.ZodRawShape>(
  shape: Shape,
  reference: Reference<Shape>,
): CsvTable<Shape> {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    kind: name === reference.field ? undefined : findFieldKind(field),
  }))
  return {
    columns: ['id', ...fields.map(({ name }) => (name === reference.field ? reference.column : name))],
    format: (row) => {
      const values: Readonly<Record<string, unknown>> = row.fields
      return [
        String(row.id),
        ...fields.map(({ name, kind }) => (kind ? formatField(kind, values[name]) : markAsText(row.reference))),
      ]
    },
    parse(record) {
      const parsed = fields.map(({ name, kind }) => [name, kind && parseField(kind, record[name])] as const)
      const referred = record[reference.column]
      return {
        id: parseId(record['id']),
        reference: referred === undefined ? undefined : cleanText(unmark(referred)),
        fields: Object.fromEntries(parsed.filter(([, value]) => value !== undefined)) as ParsedRow<Shape>['fields'],
      }
    },
  }
}

function formatField({ type }: FieldKind, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (type === 'text') return markAsText(String(value))
  if (namesSheets(type)) return markAsText(formatSheets(type, value))
  return Array.isArray(value) ? markAsText(joinList(value)) : String(value)
}

/** Undefined for an absent value; unreadable values are left for the schema to refuse. */
function parseField({ type, isNullable }: FieldKind, field: string | undefined): unknown {
  if (field === undefined) return undefined
  const text = cleanText(field)
  if (type === 'text') return text === '' && isNullable ? null : unmark(field)
  if (type === 'list') return splitList(unmark(field.trim()))
  if (namesSheets(type)) return readSheets(type, unmark(field.trim()))
  if (text === '') return isNullable ? null : undefined
  if (type === 'integer') return readWholeNumber(text)
  if (type === 'choice') return text.toLowerCase()
  return readFlag(text)
}

function parseId(field: string | undefined): number | undefined {
  const text = cleanText(field ?? '')
  return /^[1-9]\d{0,9}(?:[.,]00?)?$/.test(text) ? readWholeNumber(text) : undefined
}

/** Joins the messages of a schema's problems, each message once. */
export function problemsIn(error: z.ZodError): string {
  return [...new Set(error.issues.map((issue) => issue.message))].join('; ')
}
