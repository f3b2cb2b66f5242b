import type { TargetState } from '../provider-gateway.ts'
import { type Attempt, type Check, formatTime, type Records } from '../records.ts'
import { textOfRows } from '../spreadsheets.ts'
import type { SourceVersion } from '../world.ts'

/** When a run ends in Success its target equals its source, and stays so until the task's next attempt. */
export function checkExactTargets({ world, provider, attempts }: Records): Check {
  const versionsByTask = Map.groupBy(world.sourceVersions, (version) => version.taskId)
  const statesByTask = Map.groupBy(provider.states, (state) => state.taskId)
  const attemptsByTask = Map.groupBy(attempts, (attempt) => attempt.taskId)
  let seen = 0
  const problems = attempts.flatMap((attempt) => {
    const { taskId, runId, endedAt, endStatus } = attempt
    const expected = steadySource(attempt, versionsByTask.get(taskId) ?? [])
    if (endStatus !== 'Success' || endedAt === undefined || expected === undefined) return []
    seen += 1
    const next = attemptsByTask.get(taskId)?.find((other) => other.claimedAt > endedAt)
    const wrong = statesWhile(statesByTask.get(taskId) ?? [], { from: endedAt, until: next?.claimedAt }).find(
      (state) => state.text !== expected,
    )
    if (!wrong) return []
    const when = wrong.at <= endedAt ? 'at its end' : `after a late write at ${formatTime(wrong.at)}`
    return [`${formatTime(endedAt)} run ${runId} of task ${taskId} ended in Success, but its target differs ${when}`]
  })
  return { promise: 'The target of every Success is exact at its end, and stays so', seen, problems }
}

/** The source's content if it was the same during the whole attempt. */
function steadySource({ claimedAt, endedAt = 0 }: Attempt, versions: readonly SourceVersion[]): string | undefined {
  if (versions.some(({ at }) => at >= claimedAt && at <= endedAt)) return undefined
  const last = versions.findLast(({ at }) => at < claimedAt)
  return last && textOfRows(last.rows)
}

/** The state at `from`, and the later states before `until`. */
function statesWhile(
  states: readonly TargetState[],
  { from, until = Number.POSITIVE_INFINITY }: { from: number; until: number | undefined },
) {
  const atFrom = states.findLast((state) => state.at <= from)
  const later = states.filter((state) => state.at > from && state.at < until)
  return atFrom ? [atFrom, ...later] : later
}
