import type { Cell } from '#domain/copy/cell.ts'
import type { LastTarget, TargetEdits, TargetState } from '#domain/copy/target-state.ts'
import type { RequestWatch } from '#server/google/request-sender.ts'
import type { ChangeStore } from './change-store.ts'
import type { PreviewedChanges } from './compare-with-preview.ts'
import type { CopyMemory } from './copy-memory.ts'

/** One copy: from where, to where, and how. */
export interface SyncJob {
  sourceId: string
  /** Empty for the first visible tab. */
  sourceTab: string
  targetId: string
  /** Empty for the first visible tab; created if missing. */
  targetTab: string
  /** First row to copy, counted from 1. */
  startRow: number
  /** Rows of a chunk. */
  chunkSize: number
  /**
   * Email addresses of the accounts whose credentials may be used, in order of preference. If empty: the service account,
   * or the account of the task's owner.
   */
  accounts: string[]
  owner: string
  /** A user has confirmed that an empty, shrunken or faulty source should be copied. */
  allowShrink: boolean
  /** Holds the run when someone edited the target since the last one. */
  holdsEdits?: boolean
  /** A write of an earlier attempt may still reach the target. Cells are written then, since a move relies on what is there. */
  hasLateWrite?: boolean
  /** Rows that the last run copied; absent before the first. */
  lastRows?: number
  /** Error cells of the source at the last run; absent before the first. */
  lastErrorCells?: number
  /** The largest width that earlier runs may have given the region. */
  lastWidth?: number
  /** What the last run left behind, if it ended in Success and nothing was changed about the task since. */
  memory?: CopyMemory
  /** When the run was requested: what was learned of the files since then need not be asked again. */
  requestedAt?: Date
  /** Leaves behind what the next run needs to be skipped when nobody edits either file. */
  preparesSkip?: boolean
  /** Ends without reading cells if nobody has edited either file since the versions in the memory. */
  maySkip?: boolean
}

/** Stores the rows of a copy for inspection. */
export interface DataCopyStore {
  open(columns: string[]): Promise<DataCopyWriter>
}

/** If disposed before `publish`, the previous data copy stays unchanged. */
export interface DataCopyWriter {
  /** Each row has a cell for every column. */
  append(rows: Cell[][]): Promise<void>
  publish(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** What a run needs from the rest of the server. */
export interface SyncPorts {
  /** Aborted when the run is stopped, its lease is lost or the server shuts down. */
  signal: AbortSignal
  requests: RequestWatch
  /** Where temporary files go. */
  scratchDir: string
  log(level: 'INFO' | 'SUCCESS' | 'WARNING' | 'ERROR', message: string): void
  /** Called after each chunk compared and each request written. A row is done when the current phase has handled it. */
  onProgress(progress: { rowsDone: number; rowsTotal: number; phase: 'reading' | 'writing' }): void
  /** Reports until when the run waits for quota; null when it no longer does. */
  onWait(until: Date | null): void
  /** Awaited before the first write: how wide the region may be even if the attempt fails after this. */
  willWrite(plan: { width: number }): Promise<void>
  dataCopy: DataCopyStore
  changes: ChangeStore
  /** What the last run left in the target, if it is known; undefined for a run that does not look for edits. */
  lastTarget?: (() => Promise<LastTarget | undefined>) | undefined
  /** The preview after which someone asked for the run: it says how it differs. */
  previewed?: PreviewedChanges | undefined
}

export interface SyncOutcome {
  /** What the run left in the target, if the target was seen equal. */
  left?: TargetState
  /** What someone did to the target since the last run. */
  edits?: TargetEdits | undefined
  status: 'Success' | 'Warning'
  /** Nothing was written: a user must confirm that the empty, shrunken or faulty source is correct. */
  isHeld: boolean
  /** Why it is held, and what to do, for users. */
  holdMessage?: string
  /** No cells were read, because nobody had edited either file since the last success. */
  isSkipped?: boolean
  /** Data rows of the source. */
  rows: number
  /** Columns of the source. */
  width: number
  cellsChanged: number
  /** Error cells of the source. */
  errorCells: number
  /** Requests sent, counting every try. */
  reads: number
  writes: number
  bytes: number
  sourceTitle: string
  targetTitle: string
  /** For the next run; undefined unless the target was seen equal. */
  memory: CopyMemory | undefined
  /** Cells were to be moved, and it is unknown whether they were or still will be. */
  hasUnknownMove?: boolean
  /** Whether everything was read, also what the last run had left behind. */
  hasReadAll: boolean
  /** Set by a run that restored the target: how wide the region was before the runs that it undid. */
  restored?: { lastWidth: number | null }
}
