import { a1Range } from '#domain/copy/a1.ts'
import type { NumberFormat, SheetsClient } from '#server/google/sheets-client.ts'
import type { Spreadsheet, Tab } from '#server/google/spreadsheet.ts'
import { type Comparison, compare, headerRowOf } from './compare.ts'
import type { RequiredGrid } from './make-room.ts'
import type { Source, Target } from './resolve-tabs.ts'
import type { Scratch } from './scratch.ts'
import type { SyncJob, SyncPorts } from './sync-job.ts'

interface PrepareOptions {
  source: Source
  target: Target
  job: SyncJob
  scratch: Scratch
  onProgress: SyncPorts['onProgress']
}

/** Everything known before the first write. */
export interface PreparedCopy extends Comparison {
  /** Data rows of the source, from the first to the last that is not empty. */
  rows: number
  firstDataRow: number
  /** What the target tab needs. */
  grid: RequiredGrid
}

/** Reads everything that the copy needs from both spreadsheets, and reports progress by row. */
export async function prepareCopy(client: SheetsClient, options: PrepareOptions): Promise<PreparedCopy> {
  const { source, target, job, scratch, onProgress } = options
  const firstDataRow = headerRowOf(job.startRow) + 1
  const dataRowsUpTo = (lastRow: number) => Math.max(0, lastRow - firstDataRow + 1)
  const estimatedRows = job.lastRows ?? dataRowsUpTo(source.tab.rowCount)
  const onCompared = (lastRow: number) => {
    const rowsDone = dataRowsUpTo(lastRow)
    onProgress({ rowsDone, rowsTotal: Math.max(rowsDone, estimatedRows), phase: 'reading' })
  }
  const [comparison, sourceFormats, targetFormats] = await Promise.all([
    compare(client, { source, target, job, scratch, onCompared }),
    readColumnFormats(client, { ...source, firstRow: firstDataRow }),
    readColumnFormats(client, { ...target, firstRow: firstDataRow }),
  ])
  const { lastRow, width } = comparison
  const grid = { rows: lastRow, columns: width, startRow: job.startRow, sourceFormats, targetFormats }
  return { ...comparison, rows: dataRowsUpTo(lastRow), firstDataRow, grid }
}

/** A column has the format of its first formatted cell among this many data rows. */
const SAMPLED_ROWS = 10

interface FormattedTab {
  spreadsheet: Spreadsheet
  tab: Tab | undefined
  firstRow: number
}

/** The number format of every column of a tab, in one read. */
async function readColumnFormats(
  client: SheetsClient,
  { spreadsheet, tab, firstRow }: FormattedTab,
): Promise<(NumberFormat | undefined)[]> {
  if (!tab || firstRow > tab.rowCount) return []
  const lastRow = Math.min(firstRow + SAMPLED_ROWS - 1, tab.rowCount)
  const range = a1Range({ tab: tab.title, firstRow, firstColumn: 1, lastRow, lastColumn: tab.columnCount })
  const rows = await client.getNumberFormats({ spreadsheet, range })
  const columns = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: columns }, (_, at) => rows.map((row) => row[at]).find((format) => format !== undefined))
}
