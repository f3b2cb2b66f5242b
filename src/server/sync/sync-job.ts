import type { Cell } from '#domain/copy/cell.ts'

/** One copy: from where, to where, and how. */
export interface SyncJob {
  sourceId: string
  /** Empty for the first tab. */
  sourceTab: string
  targetId: string
  /** Empty for the first tab; a tab that is not there is made. */
  targetTab: string
  /** First row to copy, counted from 1. */
  startRow: number
  /** Rows of a chunk. */
  chunkSize: number
  /**
   * Addresses of the accounts whose credentials may be used, the preferred first; empty for the service account, else
   * that of the person who made the task.
   */
  accounts: string[]
  createdBy: string
  /** A person looked at an empty or shrunken source and wants it copied anyway. */
  allowShrink: boolean
  /** Rows that the last run copied; undefined when there was none. */
  lastRows?: number
  /** The widest that earlier runs may have left the region. */
  lastWidth?: number
}

/** Keeps the rows of a copy for inspection. */
export interface DataCopyStore {
  open(columns: string[]): Promise<DataCopyWriter>
}

/** Disposed of before `publish`, it leaves the former data copy as it was. */
export interface DataCopyWriter {
  /** Each row has a cell for every column. */
  append(rows: Cell[][]): Promise<void>
  publish(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** What a run needs from the rest of the server. */
export interface SyncPorts {
  /** Aborted when a stop is asked, the lease is lost or the server shuts down. */
  signal: AbortSignal
  log(level: 'INFO' | 'SUCCESS' | 'WARNING' | 'ERROR', message: string): void
  /** Called after each chunk compared and each request written; a row is done when its phase has dealt with it. */
  onProgress(done: { rowsDone: number; rowsTotal: number; phase: 'reading' | 'writing' }): void
  /** Tells until when the run waits for quota; null when it goes on. */
  onWait(until: Date | null): void
  /** Awaited before the first write: how wide the region may be after an attempt that breaks off from here on. */
  willWrite(plan: { width: number }): Promise<void>
  dataCopy: DataCopyStore
}

export interface SyncOutcome {
  status: 'Success' | 'Warning'
  /** Nothing was written: a person must say that the empty or shrunken source is right. */
  held: boolean
  /** Data rows of the source. */
  rows: number
  /** Columns of the source. */
  width: number
  cellsChanged: number
  /** Requests sent, every try counted. */
  reads: number
  writes: number
  bytes: number
  sourceTitle: string
  targetTitle: string
}
