import type { TargetRef, TargetSheet } from '#contract/task-fields.ts'

/** The hand-out fields of a task. */
export interface HandOutFields {
  readonly splitBy: string
  readonly targets: readonly TargetRef[]
  readonly targetsFrom: TargetSheet | null
  readonly unmatched: 'hold' | 'report'
  readonly controlSums: readonly string[]
}

/** Hand-out of a source's rows: each value in a column has its own target. */
export interface HandOut {
  /** A column of the source, by header or letter. */
  readonly splitBy: string
  /** Targets by value. If empty, each value has a tab of its name in the task's own target spreadsheet. */
  readonly targets: readonly TargetRef[]
  /** The sheet with the targets, read by each run instead of `targets`; null for none. */
  readonly targetsFrom: TargetSheet | null
  /** Whether rows without a target hold the run or are only reported. */
  readonly unmatched: 'hold' | 'report'
  /** Source columns to sum and compare between the source and the targets. */
  readonly controlSums: readonly string[]
}

/** Builds the hand-out of a task; undefined for a task with a single target. */
export function buildHandOut(fields: HandOutFields): HandOut | undefined {
  const { splitBy, targets, targetsFrom, unmatched, controlSums } = fields
  if (splitBy === '') return undefined
  return { splitBy, targets: targetsFrom ? [] : targets, targetsFrom, unmatched, controlSums }
}
