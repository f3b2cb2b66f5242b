import { z } from 'zod'
import { remarkLine } from '#domain/failures/guard-words.ts'

/** A rule that holds a task, as replies list it. */
interface FoundRule {
  readonly cause: string
  readonly facts: Readonly<Record<string, unknown>>
}

const Remarks = z.object({
  cells: z.array(
    z.object({
      row: z.int(),
      column: z.int().min(1),
      remark: z.string(),
      belongs_to: z.string(),
      to_row: z.int().optional(),
    }),
  ),
  key_columns: z.string(),
})

/** Remarks that hold a task, one a line, and the columns that identify their rows, as text; undefined if none hold it. */
export function remarkFacts(rules: readonly FoundRule[]): { lines: string[]; keyColumns: string } | undefined {
  const found = rules.find(({ cause }) => cause === 'remarks_displaced')
  const facts = found && Remarks.safeParse(found.facts).data
  if (!facts) return undefined
  const lines = facts.cells.map(({ belongs_to: belongsTo, to_row: toRow, ...cell }) =>
    remarkLine({ ...cell, belongsTo, ...(toRow !== undefined && { toRow }) }),
  )
  return { lines, keyColumns: facts.key_columns }
}
