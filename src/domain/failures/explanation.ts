import type { FixAction } from '#contract/fix-action.ts'

/** The texts about a failure for users. */
export interface Explanation {
  /**
   * The account, file or time that the cause is about: failures of the same cause and subject are one problem. Null if it
   * concerns no other task.
   */
  readonly subject: string | null
  readonly reason: string
  /** How to fix it, in one or more sentences. */
  readonly fix?: string
  /** A click that helps. It is shown only if it leads to Google. */
  readonly action?: FixAction | undefined
}

/** A reason may begin with the name of a file, such as `the spreadsheet "Budget"`. */
export function capitalized(reason: string): string {
  return reason.replace(/^the /, 'The ')
}

/** All sentences, for a log or a line. */
export function textOf({ reason, fix }: Explanation): string {
  return fix === undefined ? capitalized(reason) : `${capitalized(reason)} ${fix}`
}

/** Begins the fix of a held run. A run that had written before says how much instead. */
export const NOTHING_WRITTEN = 'Nothing was written.'
export const CHECK_SOURCE = `${NOTHING_WRITTEN} Check the source; if it is correct, choose 'Copy anyway'.`
export const CHECK_CONDITIONS = `${NOTHING_WRITTEN} Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.`
export const CHECK_TARGET = `${NOTHING_WRITTEN} Check the target; to overwrite it, choose 'Copy anyway'.`
