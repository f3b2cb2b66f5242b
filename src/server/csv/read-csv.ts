import { pipeline, Readable } from 'node:stream'
import { CsvError, type CsvErrorCode, parse } from 'csv-parse'
import type { RowProblem } from '#contract/csv-job.ts'
import { Refusal } from '#contract/errors.ts'
import { cleanText } from '#contract/field.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import { countOf } from '#domain/count-of.ts'
import type { CsvRecord } from '#domain/csv/columns.ts'
import { columnName, headerProblem } from '#domain/csv/header.ts'
import { openCsv } from './open-csv.ts'

/** Maximum size of a row, far beyond any real one: an unclosed quote must not pull the whole file into memory. */
const MAX_ROW_BYTES = 1024 * 1024

interface Columns {
  /** Every column that a file may have. */
  known: readonly string[]
  required: readonly string[]
}

interface Limits extends Columns {
  maxRows: number
}

/** A row below the header: its fields by column, or why it cannot be read. `row` counts the header as row 1. */
export type CsvRow = { row: number; record: CsvRecord } | RowProblem

/** Parses the rows that could be read, and sets the others aside. */
export function splitRows<Parsed>(rows: readonly CsvRow[], table: { parse(record: CsvRecord): Parsed }) {
  return {
    readable: rows.flatMap((row) => ('message' in row ? [] : [{ ...table.parse(row.record), row: row.row }])),
    unreadable: rows.filter((row) => 'message' in row),
  }
}

/**
 * Reads a CSV file row by row; skips rows without any text.
 *
 * @param file as spreadsheet programs write it, see `openCsv`
 * @throws Refusal 'invalid' when the file is not a CSV file with the right columns, or has too many rows
 */
export async function* readCsv(file: Readable, { maxRows, ...columns }: Limits): AsyncGenerator<CsvRow> {
  const { separator, texts } = await openCsv(file, columns.known)
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_ROW_BYTES,
  })
  // Errors of the file destroy the parser with the same error, which ends the loop below.
  pipeline(Readable.from(texts), parser, () => undefined)
  let header: readonly string[] | undefined
  let row = 0
  try {
    for await (const fields of parser as AsyncIterable<string[]>) {
      row += 1
      if (row > maxRows + 1) throw new Refusal('invalid', tooManyRows(maxRows))
      if (fields.every((field) => field === '')) continue
      if (header === undefined) header = checkedHeader(fields, columns)
      else yield recordOf({ row, fields, header })
    }
  } catch (error) {
    throw error instanceof CsvError ? notCsv(error) : error
  }
  if (header === undefined) throw new Refusal('invalid', 'The file is empty.')
}

function checkedHeader(fields: readonly string[], columns: Columns): readonly string[] {
  const header = fields.map((field) => columnName(field, columns.known))
  const problem = headerProblem({ header, ...columns })
  if (problem !== undefined) throw new Refusal('invalid', problem)
  return header
}

function hasText(field: string | undefined): boolean {
  return field !== undefined && cleanText(field) !== ''
}

interface Row {
  row: number
  fields: readonly string[]
  header: readonly string[]
}

function recordOf({ row, fields, header }: Row): CsvRow {
  const width = header.findLastIndex((column) => column !== '') + 1
  if (fields.length < width || fields.slice(header.length).some(hasText)) {
    return { row, message: `The row has ${countOf(fields.length, 'field')}, the header has ${width}` }
  }
  const unnamed = header.findIndex((column, index) => column === '' && hasText(fields[index]))
  if (unnamed >= 0)
    return { row, message: `The row has text in column ${columnLetters(unnamed + 1)}, which has no name` }
  const named = header.flatMap((column, index) => (column === '' ? [] : [[column, fields[index]]]))
  return { row, record: Object.fromEntries(named) }
}

function tooManyRows(maxRows: number): string {
  return `The file has more than ${maxRows.toLocaleString('en-US')} rows. Split it into smaller files.`
}

/** The problem of a row that the parser gives up on. */
const problems: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quotation mark that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quotation mark',
  INVALID_OPENING_QUOTE:
    'has a quotation mark in the middle of a field. Put the field in quotation marks and double the one inside',
  CSV_MAX_RECORD_SIZE: `is longer than ${MAX_ROW_BYTES / 1024 / 1024} MB, or has a quotation mark that is never closed`,
}

function notCsv(cause: CsvError): Refusal {
  // Rows that were parsed before the bad one may not have been read yet, so only the parser knows which one it is.
  const row = Number(cause['records']) + 1
  const refusal = new Refusal(
    'invalid',
    `The file is not a CSV file: row ${row} ${problems[cause.code] ?? 'cannot be read'}.`,
  )
  refusal.cause = cause
  return refusal
}
