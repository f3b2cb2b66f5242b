/** A finished undo: it reverted the earlier runs of its task from `beforeRunId` on. */
export interface EndedUndo {
  readonly runId: number
  readonly beforeRunId: number
}

interface RestoredRuns {
  /** First run of the range the undo restores, up to the first undone run. */
  fromRunId: number
  /** The undos of these runs still in effect, newest first. */
  undos: EndedUndo[]
}

/** Finds the runs restored by an undo. If it reverts other undos, the runs they reverted count again. */
export function restoredRuns(ended: readonly EndedUndo[], beforeRunId: number): RestoredRuns {
  const newestFirst = ended.toSorted((one, other) => other.runId - one.runId)
  let fromRunId = beforeRunId
  for (const undo of newestFirst) if (undo.runId >= fromRunId) fromRunId = Math.min(fromRunId, undo.beforeRunId)
  const undos: EndedUndo[] = []
  let before = beforeRunId
  for (const undo of newestFirst) {
    // A later undo reverted this undo.
    if (undo.runId >= before) continue
    undos.push(undo)
    before = undo.beforeRunId
  }
  return { fromRunId, undos }
}

/** The undo that reverted a run; undefined if the run counts. */
export function undoOfRun(runId: number, { undos }: Pick<RestoredRuns, 'undos'>): EndedUndo | undefined {
  return undos.find((undo) => runId >= undo.beforeRunId && runId < undo.runId)
}
