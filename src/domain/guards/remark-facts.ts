import { z } from 'zod'
import { remarkLine } from './remarks-displaced.ts'

/** A rule that holds a task, in the form of replies. */
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

interface FoundRemarks {
  /** Remarks, each on a line. */
  lines: string[]
  /** The columns that identify their rows, as text. */
  keyColumns: string
  /** Whether rows would move away from remarks. */
  move: boolean
}

/** Remarks that hold a task; undefined if there are none. */
export function remarkFacts(rules: readonly FoundRule[]): FoundRemarks | undefined {
  const found = rules.find(({ cause }) => cause === 'remarks_displaced')
  const facts = found && Remarks.safeParse(found.facts).data
  if (!facts) return undefined
  const lines = facts.cells.map(({ belongs_to: belongsTo, to_row: toRow, ...cell }) =>
    remarkLine({ ...cell, belongsTo, ...(toRow !== undefined && { toRow }) }),
  )
  const move = facts.cells.some(({ to_row: toRow }) => toRow !== undefined)
  return { lines, keyColumns: facts.key_columns, move }
}
