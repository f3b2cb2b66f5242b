import { type Check, formatTime, isCopyingAt, listStarts, type Records } from '../records.ts'

/** Time it takes a busy machine to commit a change of a limit after recording it. */
const COMMIT_MS = 5000

/** No attempt starts, or goes on after a wait, while as many of the type copy as its limit allows. */
export function checkLimits({ attempts, limitLog }: Records): Check {
  const byType = Map.groupBy(attempts, (attempt) => attempt.typeId)
  const limitAt = (typeId: number, at: number) => {
    const changes = limitLog.filter((change) => change.typeId === typeId && change.at <= at)
    const recent = changes.filter(
      (change, index) => (changes[index + 1]?.at ?? at) >= at - COMMIT_MS || change === changes.at(-1),
    )
    return Math.max(...recent.map((change) => change.limit))
  }
  const starts = attempts.flatMap((attempt) => listStarts(attempt).map((at) => ({ attempt, at })))
  const problems = starts.flatMap(({ attempt, at }) => {
    const { runId, typeId } = attempt
    const others = (byType.get(typeId) ?? []).filter((other) => other !== attempt && isCopyingAt(other, at))
    const limit = limitAt(typeId, at)
    if (others.length < limit) return []
    return [`${formatTime(at)} run ${runId} of type ${typeId} started beside ${others.length}; the limit is ${limit}`]
  })
  return { promise: 'Never more runs of a type than its limit', seen: starts.length, problems }
}
