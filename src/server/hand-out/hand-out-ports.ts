import type { SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import type { ChangeStore } from '#engine/record/change-store.ts'
import type { OwnTarget } from '#server/runs/change-sets.ts'
import type { TargetStore } from './target-store.ts'

/** Services of the server for a hand-out run. */
export interface HandOutPorts extends Omit<SyncPorts, 'willWrite' | 'willNote' | 'lastTarget' | 'sources' | 'changes'> {
  targets: TargetStore
  /** Waits until no other run writes to these spreadsheets, and keeps other runs from starting to write there. */
  takePlaces(targetSsIds: readonly string[]): Promise<void>
  /** Opens the store for the changes in a target. `widthBefore` is the width of its region; null for none. */
  openChanges(target: OwnTarget, reach: { widthBefore: number | null }): ChangeStore
  /** Awaited before the first write to a target. */
  willWriteTo(target: WrittenTarget): Promise<void>
  /** Awaited before a note is written into a spreadsheet, because a note counts as an edit. */
  willNoteIn(targetSsId: string): Promise<void>
  /** Whether the run may rely on the memory of earlier runs. */
  mayRecall: boolean
}

/** Services for reading the source and finding the targets. */
export type PreparePorts = Pick<HandOutPorts, 'targets' | 'mayRecall' | 'now' | 'tempDir'>

export interface WrittenTarget {
  targetSsId: string
  /** Undefined for a tab that does not exist yet. */
  sheetId: number | undefined
}

/** The job of a hand-out run. */
export type HandOutJob = SyncJob & Required<Pick<SyncJob, 'handOut' | 'shape'>>

/** Returns the job if it is a hand-out; undefined for any other job. */
export function asHandOut(job: SyncJob): HandOutJob | undefined {
  const { handOut, shape } = job
  return handOut && shape ? { ...job, handOut, shape } : undefined
}
