import type { SheetsClient } from '#server/google/sheets-client.ts'
import { readColumnFormats } from './column-formats.ts'
import { type Comparison, compare, headerRowOf } from './compare.ts'
import type { Room } from './make-room.ts'
import type { Source, Target } from './resolve.ts'
import type { Scratch } from './scratch.ts'
import type { SyncJob, SyncPorts } from './sync-job.ts'

interface SurveyOptions {
  source: Source
  target: Target
  job: SyncJob
  scratch: Scratch
  onProgress: SyncPorts['onProgress']
}

/** Everything known before the first write. */
export interface Survey extends Comparison {
  /** Data rows of the source, from the first to the last that is not empty. */
  rows: number
  firstDataRow: number
  /** What the target's tab must have. */
  room: Room
}

/** Reads everything that the run will need, and reports which rows are compared. */
export async function survey(client: SheetsClient, options: SurveyOptions): Promise<Survey> {
  const { source, target, job, scratch, onProgress } = options
  const firstDataRow = headerRowOf(job.startRow) + 1
  const dataRows = (lastRow: number) => Math.max(0, lastRow - firstDataRow + 1)
  const guessedRows = job.lastRows ?? dataRows(source.tab.rowCount)
  const onCompared = (lastRow: number) => {
    const rowsDone = dataRows(lastRow)
    onProgress({ rowsDone, rowsTotal: Math.max(rowsDone, guessedRows), phase: 'reading' })
  }
  const [found, sourceFormats, targetFormats] = await Promise.all([
    compare(client, { source, target, job, scratch, onCompared }),
    readColumnFormats(client, { ...source, firstRow: firstDataRow }),
    readColumnFormats(client, { ...target, firstRow: firstDataRow }),
  ])
  const room = { rows: found.lastRow, columns: found.width, startRow: job.startRow, sourceFormats, targetFormats }
  return { ...found, rows: dataRows(found.lastRow), firstDataRow, room }
}
