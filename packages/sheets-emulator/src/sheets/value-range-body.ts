import { z } from 'zod'
import { invalidArgument } from '../google-error.ts'
import { type Call, param } from '../http/route.ts'
import { choice, fieldViolations, message, text, typeUrl } from '../messages/proto-fields.ts'
import { protoText } from '../messages/proto-text.ts'
import type { CellValue } from '../store/cell.ts'
import type { Store } from '../store/open-store.ts'
import type { Sheet } from '../store/sheets.ts'
import type { EntryOptions } from '../values/enter-value.ts'
import { resolveRange } from '../values/resolve-range.ts'
import { dimensions } from '../values/value-options.ts'
import { type ValueTable, type WriteResult, writeValues } from '../values/write-values.ts'

/** A `ValueRange` as a client sends it. `readTable` checks its values, faster than a schema would. */
export const valueRangeMessage = message('ValueRange', {
  range: text(),
  majorDimension: choice('Dimension', dimensions),
  values: z.array(z.unknown(), { error: typeUrl('google.protobuf.ListValue') }).optional(),
})

export type ValueRangeBody = z.infer<typeof valueRangeMessage>

/** Reads the range in the path. The body can repeat it. @throws GoogleError if the body has a different range. */
export function pathRange(call: Call, body: ValueRangeBody): string {
  const range = param(call, 'range')
  if (!body.range || body.range === range) return range
  throw invalidArgument(`Request range[${range}] does not match value's range[${body.range}]`)
}

interface ValueRangeWrite {
  sheets: readonly Sheet[]
  rangeText: string
  body: ValueRangeBody
  /** The path of the body in the request, for error messages. */
  at: string
  options: EntryOptions
}

export function writeValueRange(store: Store, { sheets, rangeText, body, at, options }: ValueRangeWrite): WriteResult {
  const range = resolveRange(sheets, rangeText)
  return writeValues(store, { rangeText, range, values: readTable(body, at), options })
}

/** Reads the sent values by row. @throws GoogleError when a row is not a list or a cell is not a plain value. */
export function readTable(body: ValueRangeBody, at: string): ValueTable {
  const lists = (body.values ?? []).map((list, index) => {
    if (!Array.isArray(list)) throw notAList(`${at}.values[${index}]`, list)
    return list.map((value, position) => readCell(value, `values[${index}][${position}]`))
  })
  return body.majorDimension === 'COLUMNS' ? transpose(lists) : lists
}

function notAList(field: string, value: unknown): Error {
  const type = typeUrl('google.protobuf.ListValue')
  return fieldViolations([{ field, description: `Invalid value at '${field}' (${type}), ${JSON.stringify(value)}` }])
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
