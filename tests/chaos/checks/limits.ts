import { type Check, isLeasedAt, type Records, timeOf } from '../records.ts'

/** Time that a change of a limit, which is recorded first, takes to be committed on a busy machine. */
const COMMIT_MS = 5000

/** No attempt starts while the type already has as many as its limit. */
export function checkLimits({ attempts, limitLog }: Records): Check {
  const byType = Map.groupBy(attempts, (attempt) => attempt.typeId)
  const limitAt = (typeId: number, at: number) => {
    const changes = limitLog.filter((change) => change.typeId === typeId && change.at <= at)
    const recent = changes.filter(
      (change, index) => (changes[index + 1]?.at ?? at) >= at - COMMIT_MS || change === changes.at(-1),
    )
    return Math.max(...recent.map((change) => change.limit))
  }
  const problems = attempts.flatMap((started) => {
    const { typeId, claimedAt: at } = started
    const others = (byType.get(typeId) ?? []).filter((other) => other !== started && isLeasedAt(other, at))
    const limit = limitAt(typeId, at)
    if (others.length < limit) return []
    return [
      `${timeOf(at)} run ${started.runId} of type ${typeId} started beside ${others.length}; the limit is ${limit}`,
    ]
  })
  return { promise: 'Never more runs of a type than its limit', seen: attempts.length, problems }
}
