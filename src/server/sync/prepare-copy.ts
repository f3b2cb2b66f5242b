import type { SheetsClient } from '#server/google/sheets-client.ts'
import { type Comparison, compare, headerRowOf } from './compare.ts'
import type { CopyMemory } from './copy-memory.ts'
import { createEditFinder, type FoundEdits } from './find-edits.ts'
import type { Source, Target } from './resolve-tabs.ts'
import type { Scratch } from './scratch.ts'
import type { SyncJob, SyncPorts } from './sync-job.ts'
import type { SampledRows } from './window-sizer.ts'

export interface PrepareOptions {
  source: Source
  target: Target
  job: SyncJob
  scratch: Scratch
  sample: SampledRows | undefined
  memory: CopyMemory | undefined
  keepsChanges?: boolean | undefined
  lastTarget: SyncPorts['lastTarget']
  onProgress: SyncPorts['onProgress']
}

/** Everything known before the first write. */
export interface PreparedCopy extends Comparison {
  /** Data rows of the source, from the first to the last that is not empty. */
  rows: number
  firstDataRow: number
  edits: FoundEdits | undefined
}

/** Reads the cells that the copy needs from both spreadsheets, and reports progress by row. */
export async function prepareCopy(client: SheetsClient, options: PrepareOptions): Promise<PreparedCopy> {
  const { onProgress, lastTarget, ...toCompare } = options
  const { source, job } = options
  const firstDataRow = headerRowOf(job.startRow) + 1
  const dataRowsUpTo = (lastRow: number) => Math.max(0, lastRow - firstDataRow + 1)
  const estimatedRows = job.lastRows ?? dataRowsUpTo(source.tab.rowCount)
  const onCompared = (lastRow: number) => {
    const rowsDone = dataRowsUpTo(lastRow)
    onProgress({ rowsDone, rowsTotal: Math.max(rowsDone, estimatedRows), phase: 'reading' })
  }
  const edits = lastTarget && createEditFinder({ ask: lastTarget, width: job.lastWidth ?? 0 })
  const comparison = await compare(client, { ...toCompare, edits, onCompared })
  return { ...comparison, rows: dataRowsUpTo(comparison.lastRow), firstDataRow, edits: edits?.end() }
}

/** The size of an average row; undefined without rows. */
export function averageRow({ read, rows, width }: PreparedCopy): SampledRows | undefined {
  const bytes = read.bytes.reduce((sum, ofBlock) => sum + ofBlock, 0)
  return rows === 0 ? undefined : { bytes: bytes / rows, columns: width }
}
