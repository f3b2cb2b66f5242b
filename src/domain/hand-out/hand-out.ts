import type { TargetRef } from '#contract/task-fields.ts'

/** The fields of a task that say how it hands rows out. */
export interface HandOutFields {
  readonly splitBy: string
  readonly targets: readonly TargetRef[]
  readonly unmatched: 'hold' | 'report'
  readonly controlSums: readonly string[]
}

/** Hands the rows of one source out to a target for each value in one of its columns. */
export interface HandOut {
  /** A column of the source, by header or letter. */
  readonly splitBy: string
  /** Empty: each value has a tab of its name in the task's own target spreadsheet. */
  readonly targets: readonly TargetRef[]
  /** Whether rows whose value has no target hold the run, or are only reported. */
  readonly unmatched: 'hold' | 'report'
  /** Columns of the source to add up in the source and in the targets. */
  readonly controlSums: readonly string[]
}

/** Undefined for a task whose rows all go to one target. */
export function buildHandOut(fields: HandOutFields): HandOut | undefined {
  const { splitBy, targets, unmatched, controlSums } = fields
  return splitBy === '' ? undefined : { splitBy, targets, unmatched, controlSums }
}
