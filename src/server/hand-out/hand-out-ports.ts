import type { SyncJob, SyncPorts } from '#server/sync/job/sync-job.ts'
import type { TargetStore } from './target-store.ts'

/** The parts of the server that a run uses that hands rows out. */
export interface HandOutPorts
  extends Omit<SyncPorts, 'willWrite' | 'willNote' | 'lastTarget' | 'sources' | 'previewed'> {
  targets: TargetStore
  /** Waits until no other run writes into these spreadsheets, and keeps others from starting to. */
  takePlaces(targetSsIds: readonly string[]): Promise<void>
  /** Awaited before the first write to a target. */
  willWriteTo(target: WrittenTarget): Promise<void>
  /** Awaited before a note is written into a spreadsheet: it counts as an edit. */
  willNoteIn(targetSsId: string): Promise<void>
  /** Whether the run may rely on what earlier runs saw. */
  mayRecall: boolean
}

/** The ports with which a run finds out where rows go. */
export type PreparePorts = Pick<HandOutPorts, 'targets' | 'mayRecall' | 'now' | 'scratchDir'>

export interface WrittenTarget {
  targetSsId: string
  /** Undefined for a tab that does not exist yet. */
  sheetId: number | undefined
}

/** A job that hands rows out. */
export type HandOutJob = SyncJob & Required<Pick<SyncJob, 'handOut' | 'shape'>>

/** The job, if it hands rows out. */
export function asHandOut(job: SyncJob): HandOutJob | undefined {
  const { handOut, shape } = job
  return handOut && shape ? { ...job, handOut, shape } : undefined
}
