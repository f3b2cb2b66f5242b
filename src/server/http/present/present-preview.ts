import { listFailedTargets, type Preview, type TaskPreview } from '#contract/preview.ts'
import { bySurprise, type Previewed } from '#domain/copy/surprise.ts'
import { describeFailure, explain, type Failure } from '#domain/failures/failure.ts'
import { isLost, listTaskPreviews, type PreviewRow } from '#server/preview/preview-rows.ts'
import type { Orm } from '#server/storage/database.ts'
import { presentRule } from './present-hold.ts'

/** Presents a preview with its tasks, the most surprising first. */
export async function presentPreview(orm: Orm, { row, now }: { row: PreviewRow; now: Date }): Promise<Preview> {
  const presented = (await listTaskPreviews(orm, row.id)).map((listed) => presentTask(listed, isLost(row, now)))
  const [ended, others] = [presented.filter(isEnded), presented.filter((task) => !isEnded(task))]
  return {
    id: row.id,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    is_in_progress: others.some(({ status }) => status !== 'canceled'),
    tasks: [...ended.toSorted((one, other) => bySurprise(measurePreview(one), measurePreview(other))), ...others],
  }
}

function isEnded({ status }: TaskPreview): boolean {
  return status === 'done' || status === 'failed'
}

const SERVER_LOST: Failure = { cause: 'server_lost' }

type ListedPreview = Awaited<ReturnType<typeof listTaskPreviews>>[number]

function presentTask({ preview, taskName, typeName }: ListedPreview, isNodeLost: boolean): TaskPreview {
  const isStuck = isNodeLost && (preview.status === 'waiting' || preview.status === 'reading')
  const failure = isStuck ? SERVER_LOST : preview.failure
  return {
    task_id: preview.taskId,
    task_name: taskName,
    task_type_name: typeName,
    status: isStuck ? 'failed' : preview.status,
    rows_done: preview.rowsDone,
    rows_total: preview.rowsTotal,
    waiting_until: preview.waitingUntil?.toISOString() ?? null,
    error: failure && describeFailure(failure),
    fix_action: failure && explain(failure).action,
    result: preview.result && presentResult(preview.result),
  }
}

function presentResult({
  holds = [],
  ...result
}: NonNullable<ListedPreview['preview']['result']>): TaskPreview['result'] {
  return { ...result, rules: holds.map(presentRule) }
}

function measurePreview({ status, result }: TaskPreview): Previewed {
  const changed = (result?.cells_filled ?? 0) + (result?.cells_changed ?? 0) + (result?.cells_cleared ?? 0)
  const cells = Math.max((result?.source_cells ?? 0) + (result?.cells_cleared ?? 0), 1)
  return {
    isFailed: status === 'failed' || (result !== null && listFailedTargets(result).length > 0),
    isHeld: result?.held_because != null,
    editedCells: result?.edited_cells ?? 0,
    sourceRows: result?.source_rows ?? 0,
    rowsRemoved: result?.rows_removed ?? 0,
    changedShare: Math.min(1, changed / cells),
    hasRemarks: result !== null && hasRemarks(result),
  }
}

function hasRemarks(result: NonNullable<TaskPreview['result']>): boolean {
  const { warnings, new_columns, creates_tab, grows_to, error_cells } = result
  return warnings.length + new_columns.length + error_cells > 0 || creates_tab || grows_to !== null
}
