import type { Readable } from 'node:stream'
import type { RowProblem } from '#contract/csv-job.ts'
import { Refusal } from '#contract/errors.ts'
import { cleanText } from '#contract/field.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import type { CsvRecord } from '#domain/csv/columns.ts'
import { columnName, headerProblem } from '#domain/csv/header.ts'
import { MAX_ROW_LENGTH, MAX_SEPARATORS, NotCsv, RowSplitter, type SplitProblem } from '#domain/csv/row-splitter.ts'
import { pluralize } from '#domain/pluralize.ts'
import { type Pace, SLICE_ROWS } from '#engine/pace/pace.ts'
import { openCsv } from './open-csv.ts'

interface Columns {
  /** All columns a file may have. */
  known: readonly string[]
  required: readonly string[]
}

interface Limits extends Columns {
  /** Maximum rows below the header, including empty rows. */
  maxRows: number
  pace: Pace
}

/** Row below the header: its fields by column, or the reason why it is unreadable. `row` counts the header as row 1. */
export type CsvRow = { row: number; record: CsvRecord } | RowProblem

/** Parses readable rows, and sets unreadable rows aside. */
export function splitRows<Parsed>(rows: readonly CsvRow[], table: { parse(record: CsvRecord): Parsed }) {
  return {
    readable: rows.flatMap((row) => ('message' in row ? [] : [{ ...table.parse(row.record), row: row.row }])),
    unreadable: rows.filter((row) => 'message' in row),
  }
}

/**
 * Reads a CSV file row by row. Skips rows without any text.
 *
 * @param file as spreadsheet programs write it, see `openCsv`
 * @throws Refusal 'invalid' if the file is not CSV with the right columns, or has too many rows
 */
export async function* readCsv(file: Readable, { maxRows, pace, ...columns }: Limits): AsyncGenerator<CsvRow> {
  let header: readonly string[] | undefined
  let row = 0
  try {
    for await (const fields of splitFile(file, { pace, ...columns })) {
      row += 1
      if (row > maxRows + 1) throw new Refusal('invalid', tooManyRows(maxRows))
      if (fields.every((field) => field === '')) continue
      if (header === undefined) header = checkedHeader(fields, columns)
      else yield buildCsvRow({ row, fields, header })
    }
  } catch (error) {
    throw error instanceof NotCsv ? notCsv(error) : error
  }
  if (header === undefined) throw new Refusal('invalid', 'The file is empty.')
}

/** Splits a file into pieces with at most a slice's number of rows. */
async function* splitFile(file: Readable, { known, pace }: Omit<Limits, 'maxRows'>): AsyncGenerator<string[]> {
  const { separator, texts } = await openCsv(file, known)
  const splitter = new RowSplitter(separator)
  for await (const text of texts) {
    for (let at = 0; at < text.length; at += SLICE_ROWS) {
      const rows = splitter.split(text.slice(at, at + SLICE_ROWS))
      await pace(rows.length)
      yield* rows
    }
  }
  yield* splitter.end()
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

function buildCsvRow({ row, fields, header }: Row): CsvRow {
  const width = header.findLastIndex((column) => column !== '') + 1
  if (fields.length < width || fields.slice(header.length).some(hasText)) {
    return { row, message: `The row has ${pluralize(fields.length, 'field')}, the header has ${width}` }
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

const PROBLEMS: Readonly<Record<SplitProblem, string>> = {
  open_quote: 'has a quotation mark that is never closed',
  text_after_quote: 'has text after a closing quotation mark',
  quote_in_field:
    'has a quotation mark in the middle of a field. Put the field in quotation marks and double the one inside',
  long_row: `is longer than ${MAX_ROW_LENGTH / 1024 / 1024} MB, or has a quotation mark that is never closed`,
  many_separators: `has more than ${MAX_SEPARATORS.toLocaleString('en-US')} separators`,
}

function notCsv(cause: NotCsv): Refusal {
  const refusal = new Refusal('invalid', `The file is not a CSV file: row ${cause.row} ${PROBLEMS[cause.problem]}.`)
  refusal.cause = cause
  return refusal
}
