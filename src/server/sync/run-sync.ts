import { quotedTab } from '#domain/copy/a1.ts'
import { reasonToHold } from '#domain/copy/guards.ts'
import type { Google } from '#server/google/google.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { columnNames } from './column-names.ts'
import { makeRoom } from './make-room.ts'
import { type PreparedCopy, prepareCopy } from './prepare-copy.ts'
import { recordDataCopy } from './record-data-copy.ts'
import { resolveTabs } from './resolve-tabs.ts'
import { openScratch } from './scratch.ts'
import { summarizeRun } from './summarize-run.ts'
import { type PartialRun, SyncFailure } from './sync-failure.ts'
import type { SyncJob, SyncOutcome, SyncPorts } from './sync-job.ts'
import { writeChanges } from './write-changes.ts'

interface Run {
  job: SyncJob
  ports: SyncPorts
  /** Updated as the run learns more. */
  partial: PartialRun
}

/**
 * Makes the target's columns equal the source's from the start row down, and touches nothing else. The whole source is
 * read and checked before the first write, values are written before anything is cleared, and rows below the source's
 * last one are cleared at the end. Wherever an attempt ends, a later run makes the target exact.
 *
 * @throws SyncFailure, NodeFault, or the signal's reason soon after it is aborted; any other error is a bug
 */
export async function runSync(google: Google, job: SyncJob, ports: SyncPorts): Promise<SyncOutcome> {
  const ended = new AbortController()
  const signal = AbortSignal.any([ports.signal, ended.signal])
  const partial: PartialRun = { sourceTitle: '', targetTitle: '', usage: { reads: 0, writes: 0, bytes: 0 } }
  try {
    const onWait: SyncPorts['onWait'] = (until) => ended.signal.aborted || ports.onWait(until)
    const { accounts, createdBy } = job
    const client = google.connect({ accounts, createdBy, signal, watch: ports.requests, onWait, log: ports.log })
    partial.usage = client.usage
    return await copy(client, { job, ports, partial })
  } catch (error) {
    ports.signal.throwIfAborted()
    throw error instanceof ProviderError ? new SyncFailure(error, partial) : error
  } finally {
    // Requests run concurrently: when one fails, the others must stop.
    ended.abort()
  }
}

async function copy(client: SheetsClient, { job, ports, partial }: Run): Promise<SyncOutcome> {
  const { source, target } = await resolveTabs(client, job)
  partial.sourceTitle = source.spreadsheet.title
  partial.targetTitle = target.spreadsheet.title
  ports.log(
    'INFO',
    `Copying ${tabName(source.spreadsheet, source.tab.title)} to ${tabName(target.spreadsheet, target.tabTitle)}.`,
  )
  await using scratch = await openScratch(ports.scratchDir)

  const prepared = await prepareCopy(client, { source, target, job, scratch, onProgress: ports.onProgress })
  const run = { prepared, sourceTab: source.tab.title, partial, log: ports.log }
  const holdReason = reasonToHold({ rows: prepared.rows, lastRows: job.lastRows, allowShrink: job.allowShrink })
  if (holdReason !== undefined) return summarizeRun({ ...run, holdReason, cellsChanged: 0 })

  const bounds = { lastRow: prepared.lastRow, lastColumn: Math.max(prepared.width, job.lastWidth ?? 0) }
  const onWritten = (row: number) => ports.onProgress(writingProgress(row, prepared))
  await ports.willWrite({ width: prepared.width })
  await makeRoom(client, { target, grid: prepared.grid })
  const cellsChanged = await writeChanges(client, { target, scratch, bounds, onWritten })

  const columns = columnNames(prepared.header, prepared.width)
  const formats = prepared.grid.sourceFormats
  await recordDataCopy({ ports, columns, formats, rows: scratch.rows, rowCount: prepared.rows })
  return summarizeRun({ ...run, holdReason, cellsChanged })
}

function tabName({ title }: { title: string }, tab: string): string {
  return `${quotedTab(tab)} of "${title}"`
}

/** Cells are cleared after all values are written, so a row reported as done stays done. */
function writingProgress(row: number, { rows, firstDataRow }: PreparedCopy) {
  return { rowsDone: Math.min(row - firstDataRow + 1, rows), rowsTotal: rows, phase: 'writing' } as const
}
