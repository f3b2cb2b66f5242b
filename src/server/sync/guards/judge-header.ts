import type { Cell } from '#domain/copy/cell.ts'
import type { Hold } from '#domain/failures/failure.ts'
import { misplacedColumns } from '#domain/guards/misplaced-columns.ts'
import { leftColumnsOf } from '#server/sync/job/job-shape.ts'
import type { SyncJob } from '#server/sync/job/sync-job.ts'
import type { Target } from '#server/sync/tabs/resolve-tabs.ts'
import type { PreparedCopy } from './prepare-copy.ts'

interface Judged {
  prepared: Pick<PreparedCopy, 'header' | 'keyed'>
  target: Target
  job: Pick<SyncJob, 'shape' | 'lastWidth' | 'earlier'>
}

/** Holds a copy beside rows that stay in the target if its columns are not those above them. */
export function judgeHeader({ prepared, target, job }: Judged): Hold[] {
  const { shape } = job
  if (!shape) return []
  const above = headerAbove(prepared, job)
  if (!above) return []
  const right = (header: readonly Cell[]) => header.map((cell, at) => (at < leftColumnsOf(shape) ? null : cell))
  const columns = misplacedColumns({
    held: right(above.held),
    wanted: right(prepared.header),
    allowsRenamed: above.allowsRenamed,
  })
  return columns.length === 0 ? [] : [{ cause: 'columns_misplaced', tab: target.tabTitle, columns }]
}

/** The header of the rows that stay; undefined where it is not known. */
function headerAbove({ keyed }: Judged['prepared'], { shape, lastWidth, earlier }: Judged['job']) {
  // A first run must not give the columns of others other names.
  if (keyed?.header) return { held: keyed.header, allowsRenamed: lastWidth !== undefined }
  const last = earlier.baseline?.shape
  // Appended rows never get a new header.
  if (!shape?.append || shape.region.writesHeader || last?.mode !== 'append' || !last.header) return undefined
  if (last.region.firstColumn !== shape.region.firstColumn) return undefined
  return { held: last.header, allowsRenamed: shape.columns.length === 0 }
}
