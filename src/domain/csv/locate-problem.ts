import type { RowProblem } from '#contract/csv-job.ts'
import type { CsvRecord } from './columns.ts'
import { shortened, unmark } from './text.ts'

/** Adds the name in the row, and the row's value in the column at fault, to a problem. */
export function locate(problem: RowProblem, record: CsvRecord): RowProblem {
  const { column } = problem
  const name = textIn(record['name'])
  const value = column === undefined ? '' : textIn(record[column])
  return {
    ...problem,
    ...(name !== '' && { name }),
    ...(value !== '' && { value }),
  }
}

function textIn(field: string | undefined): string {
  return shortened(unmark(field ?? '').trim())
}
