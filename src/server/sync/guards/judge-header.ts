import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import { misplacedColumns } from '#domain/guards/columns-misplaced.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { readRows } from '#server/sync/compare/read-rows.ts'
import { type JobShape, leftColumnsOf } from '#server/sync/job/job-shape.ts'
import type { SyncJob } from '#server/sync/job/sync-job.ts'
import type { Target } from '#server/sync/tabs/resolve-tabs.ts'
import type { PreparedCopy } from './prepare-copy.ts'

interface Judged {
  prepared: Pick<PreparedCopy, 'header' | 'keyed'>
  target: Target
  job: Pick<SyncJob, 'shape' | 'last'>
}

/** Holds a copy beside rows that stay in the target if its columns are not those above them. */
export async function judgeHeader(client: SheetsClient, { prepared, target, job }: Judged): Promise<Hold[]> {
  const { shape } = job
  if (!shape) return []
  const above = await headerAbove(client, { prepared, target, job, shape })
  if (!above) return []
  const { leftColumns = leftColumnsOf(shape), allowsRenamed } = above
  const right = (header: readonly Cell[]) => header.map((cell, at) => (at < leftColumns ? null : cell))
  const columns = misplacedColumns({ held: right(above.held), wanted: right(prepared.header), allowsRenamed })
  return columns.length === 0 ? [] : [{ cause: 'columns_misplaced', tab: target.tabTitle, columns }]
}

interface HeaderAbove {
  held: readonly Cell[]
  allowsRenamed: boolean
  /** Columns that are not compared. */
  leftColumns?: number
}

/** The header of the rows that stay; undefined where it is not known. */
async function headerAbove(
  client: SheetsClient,
  { prepared, target, job, shape }: Judged & { shape: JobShape },
): Promise<HeaderAbove | undefined> {
  const { region, place } = shape
  const { extent, baseline } = job.last
  const last = baseline?.shape
  if (prepared.keyed?.header) {
    const { header: held } = prepared.keyed
    // The last copy went below the same header, which matched, or a person had agreed.
    const isKnown = isSameHeader(last?.headerAbove, held) && isSameHeader(last?.header, prepared.header)
    // A first run must not give the columns of others other names, but a header that is not written may have its own.
    return isKnown ? undefined : { held, allowsRenamed: extent.width !== undefined || !region.writesHeader }
  }
  // Appended rows never get a new header.
  if (!place || region.writesHeader) return undefined
  if (last?.mode === 'append' && last.header && last.region.firstColumn === region.firstColumn)
    return { held: last.header, allowsRenamed: shape.columns.length === 0 }
  const { headerRow } = place
  const isFirst = shape.append?.lastRow === undefined
  if (!isFirst || headerRow === 0 || headerRow >= region.firstRow) return undefined
  const window = { firstRow: headerRow, lastRow: headerRow }
  const { rows } = await readRows(client, { ...target, window, lastColumn: prepared.header.length })
  return { held: rows[0] ?? [], allowsRenamed: true, leftColumns: region.firstColumn - 1 }
}

function isSameHeader(last: readonly Cell[] | undefined, now: readonly Cell[]): boolean {
  const width = Math.max(last?.length ?? 0, now.length)
  return last !== undefined && Array.from({ length: width }).every((_, at) => isSameCell(last[at], now[at]))
}
