import type { ChangesPage } from '#contract/change-set.ts'
import { pluralize } from '#domain/pluralize.ts'

/** Maximum cells of a first copy that are listed. */
const MAX_LISTED_CELLS = 50

/** Whether a run filled an empty target from its first row. A list would only say *Filled* for each cell of the source. */
export function isLargeFirstCopy({ state, filled, changed, cleared, cells }: ChangesPage): boolean {
  return state === 'kept' && filled > MAX_LISTED_CELLS && changed + cleared === 0 && cells[0]?.row === 1
}

export function describeFirstCopy({ filled, columns }: ChangesPage, { rows }: { rows: number | null }): string {
  const size = rows === null ? '' : ` from ${pluralize(rows, 'row')}`
  return `First copy into an empty target: ${pluralize(filled, 'cell')}${size}, in ${pluralize(columns.length, 'column')}.`
}
