import { CsvError, parse } from 'csv-parse/sync'
import { Refusal } from '#contract/errors.ts'

/**
 * Names of columns as they stand in a query: comma-separated, quoted where a name holds a comma, a quote or a line break.
 *
 * @throws Refusal 'invalid'
 */
export function parseColumnList(text: string): string[] {
  try {
    return [...new Set(parse(text, { relax_column_count: true }).flat())]
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const sentence = 'The list of columns cannot be read: put names that hold a comma or a quote in quotes.'
    throw new Refusal('invalid', sentence, { columns: sentence })
  }
}
