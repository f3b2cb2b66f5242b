import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Summary of a table's content, which shows whether a copy is complete and exact. */
export const TableSummary = z.object({ rows: z.int(), sha256: z.string() })
export type TableSummary = z.infer<typeof TableSummary>

/** Creates a summary of rows, added as JSON text in the order of the primary key. */
export function summarizeRows() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(row: string): void {
      rows += 1
      hash.update(row).update('\n')
    },
    end: (): TableSummary => ({ rows, sha256: hash.digest('hex') }),
  }
}
