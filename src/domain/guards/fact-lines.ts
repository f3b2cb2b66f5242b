import { z } from 'zod'
import { columnLetters } from '#domain/copy/a1.ts'

/** The facts of a rule, in the form of replies. */
type Facts = Readonly<Record<string, unknown>>

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const WithCells = z.object({
  cells: z.array(z.object({ row: z.int(), column: z.int().min(1), before: Value, after: Value })),
})
/** The columns of the source, in their order. */
const WithColumns = z.object({ before: z.array(z.string()), after: z.array(z.string()) })

/** The first cells a rule found, each on its own line: `B2: Rent, now Anna`. */
export function cellLines(facts: Facts): string[] {
  const cells = WithCells.safeParse(facts).data?.cells ?? []
  return cells.map(
    ({ row, column, before, after }) =>
      `${columnLetters(column)}${row}: ${formatFactValue(before)}, now ${formatFactValue(after)}`,
  )
}

/** The columns before and after, where a rule is about their order. */
export function columnLines(facts: Facts): string[] {
  const columns = WithColumns.safeParse(facts).data
  return columns ? [`Columns before: ${columns.before.join(', ')}`, `Columns now: ${columns.after.join(', ')}`] : []
}

function formatFactValue(value: z.infer<typeof Value>): string {
  return value === null || value === '' ? 'empty' : String(value)
}
