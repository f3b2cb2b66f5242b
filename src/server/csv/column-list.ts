import { CsvError, parse } from 'csv-parse/sync'
import { Refusal } from '#contract/errors.ts'

/**
 * Parses column names from a query: comma-separated, in quotes where a name contains a comma, a quote or a line break.
 *
 * @throws Refusal 'invalid'
 */
export function parseColumnList(text: string): string[] {
  try {
    return [...new Set(parse(text, { relax_column_count: true }).flat())]
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const message = 'The list of columns cannot be read: put names that contain a comma or a quote in quotes.'
    throw new Refusal('invalid', message, { columns: message })
  }
}
