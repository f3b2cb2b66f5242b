import { ProviderError } from '#server/google/provider-error.ts'
import type { NumberFormat, SheetsClient, UpdateRequest } from '#server/google/sheets-client.ts'
import type { Table } from '#server/google/spreadsheet.ts'
import type { ReadyTarget } from './make-room.ts'
import type { SourceLayout, TargetLayout } from './read-layouts.ts'
import type { SyncPorts } from './sync-job.ts'

interface FormatOptions {
  target: ReadyTarget
  /** Rows that the tab had before it was enlarged; 0 if it was created. */
  previousRows: number
  columns: number
  /** First row of the region. */
  startRow: number
  sourceLayout: SourceLayout
  targetLayout: TargetLayout
  log: SyncPorts['log']
  /** Awaited before the formats are set. */
  beforeSetting(formats: readonly MissingFormat[]): Promise<void>
}

/**
 * Sets the number formats that the target's columns lack, in one request. Formats are not what a copy promises: if they are
 * refused, the run goes on without them.
 */
export async function setFormats(client: SheetsClient, options: FormatOptions): Promise<void> {
  const { target, log } = options
  const { tab } = target
  const missing = missingFormats({ ...options, rowCount: tab.rowCount })
  if (missing.length === 0) return
  await options.beforeSetting(missing)
  const requests = missing.map((format) => formatRequest(tab, format))
  try {
    await client.batchUpdate({ spreadsheet: target.spreadsheet, plan: () => requests, isOptional: true })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log('INFO', `The number formats of the source were not set on the target: ${error.message}`)
  }
}

function formatRequest(
  { sheetId }: ReadyTarget['tab'],
  { column, firstRow, numberFormat }: MissingFormat,
): UpdateRequest {
  const columns = { startColumnIndex: column - 1, endColumnIndex: column }
  const range = { sheetId, startRowIndex: firstRow - 1, ...columns }
  const cell = { userEnteredFormat: { numberFormat } }
  return { repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } }
}

export interface MissingFormat {
  /** Counted from 1. */
  column: number
  /** From here to the end of the tab. */
  firstRow: number
  numberFormat: NumberFormat
}

interface MissingFormatOptions extends Omit<FormatOptions, 'target' | 'log' | 'beforeSetting'> {
  /** Rows of the target tab once it is large enough. */
  rowCount: number
}

/** A column without a format gets the source's. A column with one keeps it, and so do the rows appended to it. */
export function missingFormats({ rowCount, previousRows, ...options }: MissingFormatOptions): MissingFormat[] {
  const { columns, startRow, sourceLayout, targetLayout } = options
  const missing: MissingFormat[] = []
  for (let at = 0; at < columns; at += 1) {
    const own = targetLayout.formats[at]
    const numberFormat = own ?? sourceLayout.formats[at]
    const firstRow = own ? previousRows + 1 : startRow
    if (!numberFormat || firstRow > rowCount || isTyped(at + 1, { firstRow, tables: targetLayout.tables })) continue
    missing.push({ column: at + 1, firstRow, numberFormat })
  }
  return missing
}

/** The type of a table's column decides on its format, and Google refuses any other. */
function isTyped(column: number, { firstRow, tables }: { firstRow: number; tables: readonly Table[] }): boolean {
  return tables.some(({ area, typedColumns }) => area.lastRow >= firstRow && typedColumns.includes(column))
}
