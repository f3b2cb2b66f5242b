import { findGuard, type Hold } from './guards.ts'

/** Whether a person has seen and accepted the findings: the same rules and cells, and nothing larger. */
export function isCovered(found: readonly Hold[], accepted: readonly Hold[]): boolean {
  return found.every((hold) => accepted.some((seen) => covers(seen, hold)))
}

function covers(seen: Hold, found: Hold): boolean {
  if (seen.source !== found.source || (seen.sourceKey ?? found.sourceKey) !== found.sourceKey) return false
  return seen.cause === found.cause && findGuard(found.cause)?.covers(found, seen) === true
}
