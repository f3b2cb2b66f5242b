import type { AttentionReason } from '#contract/overview.ts'
import { pluralize } from '#domain/pluralize.ts'

/** The tasks an incident is about. */
interface Subject {
  /** Name and type of the first task with the cause. */
  readonly first: string
  /** Number of tasks with the cause. */
  readonly tasksCount: number
  /** Number of tasks blocked by these tasks. */
  readonly stoppedCount: number
}

const predicates: Record<AttentionReason, string> = {
  failed: 'failed',
  stuck: 'has not ended for more than an hour',
  held: 'was held, nothing written',
  not_run: 'did not run',
  warning: 'ended with a warning',
}

const predicatesOfSeveral: Partial<Record<AttentionReason, string>> = {
  stuck: 'have not ended for more than an hour',
  held: 'were held, nothing written',
}

/** `Ledger 1 (Daily) failed; 100 tasks did not run because of it`. */
export function incidentTitle({
  reason,
  first,
  tasksCount,
  stoppedCount,
}: Subject & { reason: AttentionReason }): string {
  const several = tasksCount === 1 ? undefined : predicatesOfSeveral[reason]
  const who = tasksCount === 1 ? first : pluralize(tasksCount, 'task')
  return `${who} ${several ?? predicates[reason]}${stoppedText({ tasksCount, stoppedCount })}`
}

/** Ends a sentence about failed tasks with the tasks blocked by them. */
export function stoppedText({ tasksCount, stoppedCount }: Omit<Subject, 'first'>): string {
  if (stoppedCount === 0) return ''
  return `; ${pluralize(stoppedCount, 'task')} did not run because of ${tasksCount === 1 ? 'it' : 'them'}`
}

/** Label of the button to run all the tasks again: `Run it and the 100`. */
export function runAgainLabel({ tasksCount, stoppedCount }: Omit<Subject, 'first'>): string {
  if (tasksCount > 1) return `Run all ${(tasksCount + stoppedCount).toLocaleString('en-US')} again`
  return stoppedCount === 0 ? 'Run again' : `Run it and the ${stoppedCount.toLocaleString('en-US')}`
}
