import { z } from 'zod'
import { invalidArgument } from '../google-error.ts'
import { type Call, param } from '../http/route.ts'
import { choice, fieldViolations, message, text, typeUrl } from '../messages/proto-fields.ts'
import { protoText } from '../messages/proto-text.ts'
import type { CellValue } from '../store/cell.ts'
import type { Store } from '../store/open-store.ts'
import type { Sheet } from '../store/sheets.ts'
import type { EntryOptions } from '../values/entered-cell.ts'
import { resolveRange } from '../values/resolve-range.ts'
import { dimensions } from '../values/value-options.ts'
import { type ValueTable, type WriteResult, writeValues } from '../values/write-values.ts'

/** A `ValueRange` as a client sends it. Its values are checked by `readTable`, which is quick on large bodies. */
export const sentRange = message('ValueRange', {
  range: text(),
  majorDimension: choice('Dimension', dimensions),
  values: z.array(z.unknown(), { error: typeUrl('google.protobuf.ListValue') }).optional(),
})

export type SentRange = z.infer<typeof sentRange>

/** The range of the path, which the body may repeat but not change. */
export function pathRange(call: Call, body: SentRange): string {
  const range = param(call, 'range')
  if (!body.range || body.range === range) return range
  throw invalidArgument(`Request range[${range}] does not match value's range[${body.range}]`)
}

interface SentWrite {
  sheets: readonly Sheet[]
  rangeText: string
  body: SentRange
  /** The body's place in the request, for messages. */
  at: string
  options: EntryOptions
}

export function writeSentRange(store: Store, { sheets, rangeText, body, at, options }: SentWrite): WriteResult {
  const range = resolveRange(sheets, rangeText)
  return writeValues(store, { rangeText, range, values: readTable(body, at), options })
}

/** The sent values by row. @throws GoogleError for a row that is no list and a cell that is no plain value. */
export function readTable(body: SentRange, at: string): ValueTable {
  const lines = (body.values ?? []).map((line, index) => {
    if (!Array.isArray(line)) throw wrongLine(`${at}.values[${index}]`, line)
    return line.map((value, position) => readCell(value, `values[${index}][${position}]`))
  })
  return body.majorDimension === 'COLUMNS' ? transpose(lines) : lines
}

function wrongLine(field: string, line: unknown): Error {
  const type = typeUrl('google.protobuf.ListValue')
  return fieldViolations([{ field, description: `Invalid value at '${field}' (${type}), ${JSON.stringify(line)}` }])
}

function readCell(value: unknown, field: string): CellValue | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalidArgument(`Invalid ${field}: ${protoText(value)}`)
}

function transpose(columns: ValueTable): ValueTable {
  const height = Math.max(0, ...columns.map((column) => column.length))
  return Array.from({ length: height }, (_, row) => columns.map((column) => column[row] ?? null))
}
