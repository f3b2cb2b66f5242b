import type { Cell } from '#domain/copy/cell.ts'
import { misplacedColumns } from '#domain/guards/columns-misplaced.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { leftColumnsOf } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { findMode } from '#engine/modes/modes.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { PreparedCopy } from './prepare-copy.ts'

interface Judged {
  prepared: Pick<PreparedCopy, 'header' | 'keyed'>
  target: Target
  job: Pick<SyncJob, 'shape' | 'last'>
}

/** Holds a copy if rows stay in the target and their columns differ from the copy's. */
export async function judgeHeader(workbook: Workbook, { prepared, target, job }: Judged): Promise<Hold[]> {
  const { shape } = job
  if (!shape) return []
  const above = await findMode(shape).findHeaderAbove(workbook, { shape, prepared, target, last: job.last })
  if (!above) return []
  const { leftColumns = leftColumnsOf(shape), allowsRenamed } = above
  const right = (header: readonly Cell[]) => header.map((cell, at) => (at < leftColumns ? null : cell))
  const columns = misplacedColumns({ held: right(above.held), wanted: right(prepared.header), allowsRenamed })
  return columns.length === 0 ? [] : [{ cause: 'columns_misplaced', tab: target.tabTitle, columns }]
}
