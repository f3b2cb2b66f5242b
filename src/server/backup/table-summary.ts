import { createHash } from 'node:crypto'
import { z } from 'zod'

/** A summary of a table's content: enough to tell whether a copy is complete and exact. */
export const TableSummary = z.object({ rows: z.int(), sha256: z.string() })
export type TableSummary = z.infer<typeof TableSummary>

/** Sums up rows in the order of the primary key, each as JSON text. */
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
