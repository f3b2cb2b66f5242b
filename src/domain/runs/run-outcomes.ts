import { byOutcome, runOutcomes } from '#contract/run-figures.ts'
import { type CamelCase, camelCase } from '#domain/camel-case.ts'

type AnyOutcome = (typeof runOutcomes)[number]
/** The outcome of a run, as stored. */
export type RunOutcomes = Readonly<Record<CamelCase<AnyOutcome['run']>, boolean>>

export const outcomeNames = runOutcomes.map(({ run }) => camelCase(run))

export function toOutcomes(kind: string): RunOutcomes
export function toOutcomes(kind: string): object {
  return Object.fromEntries(runOutcomes.map((outcome) => [camelCase(outcome.run), outcome.kind === kind]))
}

/** Converts the outcomes of a run, or of a task's last run, to the fields of a reply. */
export function outcomeFields<Of extends 'run' | 'task'>(of: Of, stored: RunOutcomes | null) {
  return byOutcome(of, ({ run }) => stored?.[camelCase(run)] ?? false)
}

/** Finds the outcome of a run, or of a task's last run, beyond its status. */
export function outcomeIn(
  reply: Readonly<Partial<Record<AnyOutcome['run' | 'task'], boolean>>>,
): AnyOutcome | undefined {
  return runOutcomes.find(({ run, task }) => reply[run] || reply[task])
}
