import type { Freshness, FreshnessState } from '#contract/freshness.ts'

/** Computes the freshness at a moment. Events report a copy to an open page, but not that a target became late. */
export function freshnessNow({ state, due_at }: Pick<Freshness, 'state' | 'due_at'>, nowMs: number): FreshnessState {
  return due_at !== null && Date.parse(due_at) <= nowMs ? 'late' : state
}
