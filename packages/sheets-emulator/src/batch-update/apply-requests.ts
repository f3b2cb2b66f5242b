import { invalidArgument, prefixErrors } from '../google-error.ts'
import { fieldViolations, snakeCase, typeUrl, unknownName } from '../messages/proto-fields.ts'
import { addSheet } from './add-sheet.ts'
import { appendCells } from './append-cells.ts'
import { appendDimension } from './append-dimension.ts'
import { copyPaste } from './copy-paste.ts'
import { deleteDimension } from './delete-dimension.ts'
import { deleteSheet } from './delete-sheet.ts'
import { createDeveloperMetadata, deleteDeveloperMetadata } from './developer-metadata.ts'
import { duplicateSheet } from './duplicate-sheet.ts'
import { insertDimension } from './insert-dimension.ts'
import { mergeCells, unmergeCells } from './merge-cells.ts'
import { moveDimension } from './move-dimension.ts'
import { addProtectedRange, deleteProtectedRange, updateProtectedRange } from './protected-ranges.ts'
import { repeatCell } from './repeat-cell.ts'
import type { BatchContext, PreparedRequest, RequestKind } from './request-kind.ts'
import { setDataValidation } from './set-data-validation.ts'
import { sortRange } from './sort-range.ts'
import { addTable, deleteTable, updateTable } from './tables.ts'
import { unsupportedKinds } from './unsupported-kinds.ts'
import { updateCells } from './update-cells.ts'
import { updateDimensionProperties } from './update-dimension-properties.ts'
import { updateSheetProperties } from './update-sheet-properties.ts'
import { updateSpreadsheetProperties } from './update-spreadsheet-properties.ts'

export const kinds: ReadonlyMap<string, RequestKind> = new Map(
  Object.entries({
    addProtectedRange,
    addSheet,
    addTable,
    appendCells,
    appendDimension,
    copyPaste,
    createDeveloperMetadata,
    deleteDeveloperMetadata,
    deleteDimension,
    deleteProtectedRange,
    deleteSheet,
    deleteTable,
    duplicateSheet,
    insertDimension,
    mergeCells,
    moveDimension,
    repeatCell,
    setDataValidation,
    sortRange,
    unmergeCells,
    updateCells,
    updateDimensionProperties,
    updateProtectedRange,
    updateSheetProperties,
    updateSpreadsheetProperties,
    updateTable,
  }),
)

interface ParsedRequest {
  name: string
  apply: PreparedRequest
}

/** Validates all requests before the first one is applied. */
export function parseRequests(requests: readonly unknown[]): ParsedRequest[] {
  if (requests.length === 0) throw invalidArgument('Must specify at least one request.')
  return requests.map((request, index) => parseRequest(request, index))
}

function parseRequest(request: unknown, index: number): ParsedRequest {
  const at = `requests[${index}]`
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    const type = typeUrl('BatchUpdateSpreadsheetRequest.Request')
    const description = `Invalid value at '${at}' (${type}), ${JSON.stringify(request)}`
    throw fieldViolations([{ field: at, description }])
  }
  const [first, second] = Object.entries(request)
  if (!first) throw invalidArgument(`Invalid ${at}: No request set.`)
  const [name, body] = first
  const kind = kinds.get(name)
  if (!kind && !unsupportedKinds.has(name)) throw fieldViolations([unknownName(name, at)])
  if (second) {
    const description = `Invalid value at '${at}' (oneof), oneof field 'kind' is already set. Cannot set '${second[0]}'`
    throw fieldViolations([{ field: at, description }])
  }
  if (!kind) throw invalidArgument(`Invalid ${at}.${name}: This request is not supported by this provider.`)
  return { name, apply: kind(body, `${at}.${snakeCase(name)}`) }
}

/** Applies the requests in order. An error names the request that caused it. */
export function applyRequests(context: BatchContext, requests: readonly ParsedRequest[]): object[] {
  return requests.map(({ name, apply }, index) =>
    prefixErrors(`Invalid requests[${index}].${name}: `, () => apply(context)),
  )
}
