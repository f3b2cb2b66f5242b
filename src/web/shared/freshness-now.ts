import type { Freshness, FreshnessState } from '#contract/freshness.ts'

/** The state at a moment: an open page learns of a copy, but not that time has passed. */
export function freshnessNow({ state, due_at }: Pick<Freshness, 'state' | 'due_at'>, nowMs: number): FreshnessState {
  return due_at !== null && Date.parse(due_at) <= nowMs ? 'late' : state
}
