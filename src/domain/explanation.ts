import type { FixAction } from '#contract/fix-action.ts'

/** The texts about a failure for users. */
export interface Explanation {
  /**
   * The account, file or time the cause is about: failures with the same cause and subject are a single problem. Null if it
   * concerns no other task.
   */
  readonly subject: string | null
  readonly reason: string
  /** Title of the source with the problem, if the task has several sources. */
  readonly source?: string
  /** Says whether anything was written, if this is in doubt. Comes before the fix. */
  readonly written?: string
  /** How to fix it, in one or more sentences. */
  readonly fix?: string
  /** A helpful link or button. It is shown only if it leads to Google. */
  readonly action?: FixAction | undefined
}

/** The reason, after the title of the source it is about. */
export function formatReason({ source, reason }: Pick<Explanation, 'source' | 'reason'>): string {
  // Sentences may begin with the name of a file, e.g. `the spreadsheet "Budget"`.
  const sentence = reason.replace(/^the /, 'The ')
  return source === undefined ? sentence : `"${source}": ${sentence}`
}

/** Whether anything was written, and how to fix it; undefined if there is neither. */
export function formatFix({ written, fix }: Explanation): string | undefined {
  return written === undefined || fix === undefined ? (written ?? fix) : `${written} ${fix}`
}

/** Joins all sentences for a log or a single line. */
export function formatExplanation(explanation: Explanation): string {
  const reason = formatReason(explanation)
  const fix = formatFix(explanation)
  return fix === undefined ? reason : `${reason} ${fix}`
}

/** A run that has written before says how much instead. */
const NOTHING_WRITTEN = 'Nothing was written.'
export const CHECK_SOURCE = held("Check the source; if it is correct, choose 'Copy anyway'.")
export const CHECK_CONDITIONS = held(
  "Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
)
export const CHECK_TARGET = held("Check the target; to overwrite it, choose 'Copy anyway'.")

/** How to fix the cause of a hold. */
export function held(fix: string): Required<Pick<Explanation, 'written' | 'fix'>> {
  return { written: NOTHING_WRITTEN, fix }
}
