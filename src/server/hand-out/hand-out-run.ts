import type { HandOutTarget } from '#domain/hand-out/assign-targets.ts'
import type { RowMark } from '#domain/hand-out/held-rows.ts'
import type { SourceRead } from '#engine/sources/read-source.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { GroupedRows, NumberedRow } from './group-rows.ts'
import type { HandOutJob, HandOutPorts } from './hand-out-ports.ts'
import type { TabOwners } from './tab-owners.ts'
import type { TargetCopy, TargetStore } from './target-store.ts'

/** A hand-out run after reading its source. */
export interface HandOutRun {
  workbook: Workbook
  job: HandOutJob
  ports: HandOutPorts
  source: SourceRead
  grouped: GroupedRows
  takenTabs: Awaited<ReturnType<TargetStore['takenTabs']>>
  owners: TabOwners
}

/** The copy of one target. */
export interface TargetTask {
  target: HandOutTarget
  /** State after the target's last copy, possibly between other places. */
  stored: TargetCopy | undefined
  /** Moved rows to keep in the target for now. */
  kept: readonly NumberedRow[]
  /** Marks of all rows of the target, including kept rows. */
  marks: readonly RowMark[]
  onProgress(progress: { rowsDone: number; phase: 'reading' | 'writing' }): void
}
