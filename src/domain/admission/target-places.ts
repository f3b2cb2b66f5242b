import { isLeased, listWritten, type RunState } from './situation.ts'

interface PlacesWanted {
  runId: number
  ssIds: readonly string[]
  /** The Running and Stopping runs. */
  runs: readonly RunState[]
  now: Date
}

/**
 * Finds a run that keeps another run from writing into its listed spreadsheets; undefined if there is none. A run takes all its
 * places at once. Runs wait in the order of their IDs, so no two runs wait for each other.
 */
export function findWriter({ runId, ssIds, runs, now }: PlacesWanted): RunState | undefined {
  const wanted = new Set(ssIds)
  return runs.find((run) => {
    if (run.id === runId || !isLeased(run, now)) return false
    const isBehind = run.targetPlaces?.isTaken === false && run.id > runId
    const written = isBehind ? run.targetSsIds : listWritten(run)
    return written.some((id) => wanted.has(id))
  })
}
