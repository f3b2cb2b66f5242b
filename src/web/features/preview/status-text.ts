import { listFailedTargets, type TaskPreview } from '#contract/preview.ts'
import { describeCarried } from '#domain/beside/moved-rows.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../../lib/format.ts'

/** Describes the preview of a task in a sentence. */
export function statusText({ status, error, result, rows_done, rows_total }: TaskPreview): string {
  if (status === 'waiting') return 'Waiting'
  if (status === 'canceled') return 'Canceled'
  if (status === 'failed') return `Would fail: ${error ?? 'unknown error'}`
  if (!result) {
    return rows_done === null || rows_total === null
      ? 'Reading'
      : `Reading: ${formatCount(rows_done)} of ${pluralize(rows_total, 'row')}`
  }
  const [failed, ...others] = listFailedTargets(result)
  if (failed) {
    const error = `"${failed.value}": ${failed.error}`
    return others.length === 0
      ? `Would fail: ${error}`
      : `${pluralize(others.length + 1, 'target')} would fail: ${error}`
  }
  if (result.held_because !== null) return `Would be held: ${result.held_because}`
  if (result.edited_cells > 0) return `Overwrites ${pluralize(result.edited_cells, 'cell')} edited by hand`
  const changed = result.cells_filled + result.cells_changed + result.cells_cleared
  if (changed === 0) return result.row_moves ? describeCarried(result.row_moves) : 'Nothing to change'
  return result.warnings[0] ?? `${formatCount(changed)} of ${pluralize(Math.max(changed, result.source_cells), 'cell')}`
}
