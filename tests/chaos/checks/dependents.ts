import { type Check, formatTime, type Records } from '../records.ts'

/** No run starts after a run of its wave, of a type its own depends on, was stopped or failed. */
export function checkDependents({ world, runLog, attempts }: Records): Check {
  const prerequisitesOf = new Map(world.types.map((type) => [type.id, type.prerequisiteIds]))
  const ended = runLog.filter(({ status }) => status === 'Stopped' || status === 'Error')
  const endedByWave = Map.groupBy(ended, (run) => run.waveId)
  const firsts = [...Map.groupBy(attempts, (attempt) => attempt.runId).values()].flatMap(([first]) => first ?? [])
  const dependents = firsts.filter(({ typeId }) => (prerequisitesOf.get(typeId) ?? []).length > 0)
  const problems = dependents.flatMap(({ runId, typeId, waveId, claimedAt }) => {
    const cause = (endedByWave.get(waveId) ?? []).find(
      (run) => prerequisitesOf.get(typeId)?.includes(run.typeId) && run.at < claimedAt,
    )
    if (!cause) return []
    return [
      `${formatTime(claimedAt)} run ${runId} started; run ${cause.runId} of its wave ended in ${cause.status} at ${formatTime(cause.at)}`,
    ]
  })
  return {
    promise: 'No dependent starts after a prerequisite of its wave was stopped or failed',
    seen: dependents.length,
    problems,
  }
}
