import type { Cell } from '#domain/copy/cell.ts'
import type { LastTarget } from '#domain/copy/target-state.ts'
import type { Approval } from '#domain/guards/decide-copy.ts'
import type { GuardRules } from '#domain/guards/guard-rules.ts'
import type { HandOut } from '#domain/hand-out/hand-out.ts'
import type { PlacedRows } from '#domain/shape/place-append.ts'
import type { Union } from '#domain/shape/union.ts'
import type { AccountPreference } from '#domain/tasks/lent-access.ts'
import type { PreviewedChanges } from '#engine/compare/compare-with-preview.ts'
import type { LastCopy } from '#engine/last-copy/last-copy.ts'
import type { ChangeStore } from '#engine/record/change-store.ts'
import type { SourceStore } from '#engine/sources/source-store.ts'
import type { Endpoints } from '#engine/tabs/resolve-tabs.ts'
import type { CellLimits } from '#engine/workbook.ts'
import type { JobShape, PlacedJob } from './job-shape.ts'

/** Copy of a source tab into a target tab. A missing target tab is created. */
export interface SyncJob extends Endpoints, PlacedJob {
  access: AccountPreference
  /** First row to copy, counted from 1. */
  startRow: number
  /** Rules that turn the source's rows into the target's; absent if each cell is copied to the same place. */
  shape?: JobShape
  /** The sources of a task with several sources, its own first. The task has a shape then. */
  union?: Union
  /** Rules for handing out the task's rows. Each target is then a separate copy of its assigned rows. */
  handOut?: HandOut
  limits: JobLimits
  /** Whether the run may store cell values in the database and in logs. */
  keepsCells: boolean
  approval: Approval
  /** Maximum number of cells earlier attempts of the run, or its first pass, have written. */
  written?: number
  /** Treatment of cells beside the region when its rows move; absent: they stay in their place. */
  beside?: 'ask' | 'leave' | 'carry'
  /** The state of the target after earlier copies. */
  last: LastCopy
  rules: JobRules
  fileChecks?: FileChecks
  /** Facts for readers of the target; absent if nobody asked for them. */
  note?: JobNote
}

export interface JobLimits {
  /** Rows of a chunk. */
  chunkSize: number
  /** Maximum cells per read by spreadsheet ID, found by earlier runs where the provider refused more. */
  cellLimits?: CellLimits
  /** Maximum steps that move whole rows before cells are sorted instead; absent: 1,000. */
  maxRowSteps?: number
}

/** Rules that decide when to ask a person before a copy. */
export interface JobRules extends GuardRules {
  /** Source columns that must be filled in each row, and columns that must be unique together. */
  expectations: { filled: readonly string[]; unique: readonly string[] }
  /** Holds the run when someone edited the target since the last run. */
  holdsEdits?: boolean
}

/** Questions about both files, which the provider answers without reading cells. */
export interface FileChecks {
  /** Time when the run was requested. Answers received since then are reused. */
  requestedAt?: Date
  /** Stores the file versions, so the next run can be skipped if nobody edits either file. */
  preparesSkip?: boolean
  /** Whether the run may end without reading cells if nobody has edited either file since the last copy. */
  maySkip?: boolean
  /** Whether to ask if the source is in the trash, because it was there at the last check. */
  mayBeInTrash?: boolean
}

/** The facts of a task for the readers of its target. Times are texts in the zone of schedules. */
export interface JobNote {
  kind: 'note' | 'tab'
  taskId: number
  taskName: string
  sourceLink: string
  taskLink: string | undefined
  nextRun: string | undefined
}

/** Stores the rows of a copy for inspection. */
export interface DataCopyStore {
  open(columns: string[]): Promise<DataCopyWriter>
}

/** If disposed before `publish`, the previous data copy stays unchanged. */
interface DataCopyWriter {
  /** Appends rows with a cell for every column. */
  append(rows: Cell[][]): Promise<void>
  /** Reuses the next rows from the same places of the previous data copy. Returns how many rows it has there. */
  keep(count: number): Promise<number>
  publish(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Cells that a run may reach in its target. */
export interface PlannedReach {
  /** ID of the target tab; undefined if the tab does not exist yet. */
  sheetId: number | undefined
  width: number
  lastRow: number
  /** Rows to append. From now on, they are the same for all attempts of the run. */
  append?: PlacedRows
}

/** Stores and callbacks that the caller hands to a run. */
export interface SyncPorts {
  /** Aborted when the run is stopped, its lease is lost or the server shuts down. */
  signal: AbortSignal
  now(): Date
  /** Formats a time in the time zone of schedules: '2026-07-14 05:30:00 EDT'. */
  formatTime(at: Date): string
  /** Directory of temporary files. */
  tempDir: string
  log(level: 'INFO' | 'SUCCESS' | 'WARNING' | 'ERROR', message: string): void
  /** Called after each compared chunk and each written request. A row is done when the current phase has handled it. */
  onProgress(progress: { rowsDone: number; rowsTotal: number; phase: 'reading' | 'writing' }): void
  /** Reports until when the run waits for quota; null when it no longer does. */
  onWait(until: Date | null): void
  /** Awaited before the first write. Receives how far the region may reach, even if the attempt fails later. */
  willWrite(plan: PlannedReach): Promise<void>
  /** Awaited before a note is written, because the note counts as an edit of the target. */
  willNote?(): Promise<void>
  /** Called at the end, with the limits found where the provider rejected larger reads. */
  onLimitsLearned?(limits: ReadonlyMap<string, number>): void
  /** Undefined if the run stores no cells. */
  dataCopy: DataCopyStore | undefined
  changes: ChangeStore
  /** The store for rows of several sources; without it, a failing source cannot keep its last rows. */
  sources?: SourceStore | undefined
  /** Reads the state of the target after the last run, if known; undefined if the run does not look for edits. */
  lastTarget?: (() => Promise<LastTarget | undefined>) | undefined
  /** The preview someone saw before requesting the run: the run says how it differs. */
  previewed?: PreviewedChanges | undefined
}
