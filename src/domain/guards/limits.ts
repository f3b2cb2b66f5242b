import type { Limit } from './guard-facts.ts'
import { type ColumnMeasures, type Measures, usual, usualOfColumn } from './measures.ts'

/** How far a copy may differ from the last copy. */
export interface Limits {
  /** The last ten copies with changes that were accepted or not undone, and all copies accepted in the last 400 days. */
  readonly measures: readonly Measures[]
  /** The type's limit, in percent; 100 for none. */
  readonly lossPercent: number
}

interface Found {
  percent: number
  /** Limit of the rule. The type's limit may be larger. */
  rulePercent?: number
  /** Allowed excess over the usual change, for a change estimated from a sample. */
  tolerance?: number
}

/** Limit for a change of the rows: the largest of the rule's limit, the type's limit and the usual change. */
export function limitOfRows(limits: Limits, { of, ...found }: Found & { of: (measures: Measures) => number }): Limit {
  return withLimit(found, { usualPercent: usual(limits.measures, of), lossPercent: limits.lossPercent })
}

/** Limit for a change of a column. */
export function limitOfColumn(
  limits: Limits,
  { column, of, ...found }: Found & { column: string; of: (measures: ColumnMeasures) => number },
): Limit {
  const usualPercent = usualOfColumn(limits.measures, { column, of })
  return withLimit(found, { usualPercent, lossPercent: limits.lossPercent })
}

function withLimit(
  { percent, rulePercent = 0, tolerance = 0 }: Found,
  { usualPercent, lossPercent }: { usualPercent: number | undefined; lossPercent: number },
): Limit {
  const allowed = usualPercent ? Math.min(100, usualPercent + tolerance) : 0
  const limitPercent = Math.max(rulePercent, lossPercent, allowed)
  return { percent, limitPercent, ...(usualPercent !== undefined && { usualPercent }) }
}

export function isOver({ percent, limitPercent }: Limit): boolean {
  return percent > limitPercent
}
