import { quotedTab } from '#domain/copy/a1.ts'
import { reasonToHold } from '#domain/copy/guards.ts'
import type { Google } from '#server/google/google.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { columnNames } from './column-names.ts'
import { conclude } from './conclude.ts'
import { makeRoom } from './make-room.ts'
import { recordDataCopy } from './record-data-copy.ts'
import { resolve } from './resolve.ts'
import { openScratch } from './scratch.ts'
import { type Survey, survey } from './survey.ts'
import { type RunSoFar, SyncFailure } from './sync-failure.ts'
import type { SyncJob, SyncOutcome, SyncPorts } from './sync-job.ts'
import { trim } from './trim.ts'
import { writeChanges } from './write-changes.ts'

interface Run {
  job: SyncJob
  ports: SyncPorts
  soFar: RunSoFar
}

/**
 * Makes the target's columns equal the source's from the start row down, and touches nothing else. The source is read
 * and checked whole before the first write; values are written before anything is emptied; rows below the source's last
 * are cleared at the end. An attempt that ends at any point leaves a target that a later run makes exact.
 *
 * @throws SyncFailure, or the signal's reason soon after it is aborted; anything else is a bug
 */
export async function runSync(google: Google, job: SyncJob, ports: SyncPorts): Promise<SyncOutcome> {
  const ended = new AbortController()
  const signal = AbortSignal.any([ports.signal, ended.signal])
  const soFar: RunSoFar = { sourceTitle: '', targetTitle: '', usage: { reads: 0, writes: 0, bytes: 0 } }
  try {
    const onWait: SyncPorts['onWait'] = (until) => ended.signal.aborted || ports.onWait(until)
    const { accounts, createdBy } = job
    const client = google.connect({ accounts, createdBy, signal, onWait, log: ports.log })
    soFar.usage = client.usage
    return await copy(client, { job, ports, soFar })
  } catch (error) {
    ports.signal.throwIfAborted()
    throw error instanceof ProviderError ? new SyncFailure(error, soFar) : error
  } finally {
    // Requests run side by side: when one fails, the others must not go on.
    ended.abort()
  }
}

async function copy(client: SheetsClient, { job, ports, soFar }: Run): Promise<SyncOutcome> {
  const { source, target } = await resolve(client, job)
  soFar.sourceTitle = source.spreadsheet.title
  soFar.targetTitle = target.spreadsheet.title
  ports.log(
    'INFO',
    `Copying ${nameOf(source.spreadsheet, source.tab.title)} to ${nameOf(target.spreadsheet, target.tabTitle)}.`,
  )
  await using scratch = await openScratch()

  const found = await survey(client, { source, target, job, scratch, onProgress: ports.onProgress })
  const ending = { found, sourceTab: source.tab.title, soFar, log: ports.log }
  const held = reasonToHold({ rows: found.rows, lastRows: job.lastRows, allowShrink: job.allowShrink })
  if (held !== undefined) return conclude({ ...ending, held, cellsChanged: 0 })

  const bounds = { lastRow: found.lastRow, lastColumn: Math.max(found.width, job.lastWidth ?? 0) }
  const onWritten = (row: number) => ports.onProgress(writtenUpTo(row, found))
  await ports.willWrite({ width: found.width })
  await makeRoom(client, { target, room: found.room })
  const written = await writeChanges(client, { target, scratch, bounds, onWritten })
  const trimmed = await trim(client, { target, clears: scratch.clears, bounds })

  const columns = columnNames(found.header, found.width)
  const formats = found.room.sourceFormats
  await recordDataCopy({ ports, columns, formats, rows: scratch.rows, rowCount: found.rows })
  return conclude({ ...ending, held, cellsChanged: written + trimmed })
}

function nameOf({ title }: { title: string }, tab: string): string {
  return `${quotedTab(tab)} of "${title}"`
}

/** Cells are emptied after all values are written, so a row once reported done stays done. */
function writtenUpTo(row: number, { rows, firstDataRow }: Survey) {
  return { rowsDone: Math.min(row - firstDataRow + 1, rows), rowsTotal: rows, phase: 'writing' } as const
}
