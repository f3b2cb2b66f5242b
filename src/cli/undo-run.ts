import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { CellEntry, UndoPreview } from '#contract/change-set.ts'
import type { Outcome } from '#contract/field.ts'
import { describeMovedBack } from '#domain/beside/moved-rows.ts'
import { describeReportUndo } from '#domain/freshness/describe-undo.ts'
import { pluralize } from '#domain/pluralize.ts'
import { UsageError } from './exit-codes.ts'
import type { Output } from './output.ts'

const MAX_LISTED_RUNS = 100
const MAX_SHOWN_CELLS = 20

/** Path parameters of a run. */
interface RunPath {
  id: number
  run: number
}

/** Targets of a run to undo: all targets, or the target of a single value. */
interface Undone {
  params: RunPath
  value?: string | undefined
}

/**
 * Finds the run to undo: the last run that changed a cell.
 *
 * @throws UsageError if no run changed a cell
 */
export async function lastChangingRun(client: Client, id: number): Promise<RunPath> {
  const { runs } = await client.call(api.runs.list, { query: { task_id: id, limit: MAX_LISTED_RUNS } })
  const run = runs.find(({ cells_changed }) => cells_changed > 0)
  if (!run) throw new UsageError('No run of this task changed a cell.')
  return { id, run: run.id }
}

export function previewUndo(client: Client, { params, value }: Undone): Promise<UndoPreview> {
  return client.call(api.changeSets.previewUndo, { params, query: { value } })
}

/** Queues an undo. */
export function requestUndo(
  client: Client,
  { params, value, preview, overwritesEdited }: Undone & { preview: UndoPreview; overwritesEdited: boolean },
): Promise<Outcome> {
  const edited = overwritesEdited ? 'overwrite' : 'leave'
  return client.call(api.changeSets.undo, { params, body: { edited, edited_digest: preview.edited_digest, value } })
}

/** Shows the changes of an undo, and the cells edited since. */
export function showUndo(preview: UndoPreview, output: Output): void {
  const { cells, edited, edited_cells, run_ids, report, row_moves, targets, ...target } = preview
  const place = targets ? pluralize(targets.length, 'target') : `'${target.tab}' of "${target.spreadsheet}"`
  output.line(`Undoing ${pluralize(run_ids.length, 'run')} changes ${pluralize(cells, 'cell')} of ${place}.`)
  for (const { value, cells, refusal } of targets ?? [])
    output.line(`  ${value}: ${refusal ?? pluralize(cells, 'cell')}`)
  if (row_moves) output.line(describeMovedBack(row_moves))
  if (report && cells > 0) output.line(describeReportUndo(report))
  if (edited === 0) return
  output.line(`${pluralize(edited, 'cell')} edited since:`)
  for (const { row, column_name, current, original } of edited_cells.slice(0, MAX_SHOWN_CELLS)) {
    output.line(`  row ${row}, ${column_name}: ${entryText(current)}, and before the run ${entryText(original)}`)
  }
  if (edited > MAX_SHOWN_CELLS) output.line('  …')
}

function entryText(entry: CellEntry): string {
  if (entry === null || entry === '') return 'empty'
  return typeof entry === 'object' ? entry.formula : String(entry)
}
