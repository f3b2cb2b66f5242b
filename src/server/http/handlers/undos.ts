import { tmpdir } from 'node:os'
import { eq } from 'drizzle-orm'
import { changeSets, type EditedCell as PresentedCell, type UndoPreview } from '#contract/change-set.ts'
import { Refusal } from '#contract/errors.ts'
import { countRecordedBack } from '#domain/beside/row-moves.ts'
import type { UndoRequest } from '#domain/runs/undo-request.ts'
import { findPreference } from '#domain/tasks/lent-access.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { ChangeHistory } from '#engine/undo/change-history.ts'
import { previewUndo } from '#engine/undo/preview-undo.ts'
import type { TargetUndo } from '#server/hand-out/read-target-undos.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { requireUndoable } from '#server/queue/undoable-run.ts'
import { taskTypes } from '#server/storage/live-tables.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

/** Handlers for undoing a run and the later runs of its task. */
export function undoHandlers({
  config,
  database: { orm },
  google,
  queue,
}: Pick<Context, 'config' | 'database' | 'google' | 'queue'>): Handler[] {
  const { allowedEmails } = config
  const buildReport = async ({ taskTypeId }: Task, { widthBefore }: ChangeHistory): Promise<UndoPreview['report']> => {
    const [type] = await orm.select().from(taskTypes).where(eq(taskTypes.id, taskTypeId))
    const { freshnessNote: kind = 'off' } = type ?? {}
    return kind === 'off' ? null : { kind, is_removed: widthBefore === null }
  }
  return [
    handler(changeSets.previewUndo, async ({ params: { id: taskId, run: runId }, query: { value }, signal }) => {
      const { task, history: whole, targets = [] } = await requireUndoable(orm, { taskId, runId, value, allowedEmails })
      const [only] = targets
      const history = value === undefined ? whole : only?.history
      if (history instanceof Refusal) throw history
      if (!history) return previewTargets(targets)
      const job = { access: findPreference(task), history, beforeRunId: runId }
      const plan = await asRefusal(() => previewUndo(google, { job, tempDir: tmpdir(), signal }))
      return {
        spreadsheet: plan.target.spreadsheet.title,
        tab: plan.target.tabTitle,
        run_ids: history.runs.map(({ runId }) => runId),
        cells: plan.cells,
        cells_with_edited: plan.cellsWithEdited,
        edited: plan.edited.count,
        edited_cells: plan.edited.first.map(({ row, column, current, written, original }): PresentedCell => {
          const column_name = history.columns[column - 1] ?? ''
          return { row, column, column_name, current, written, original }
        }),
        edited_digest: plan.edited.digest,
        row_moves: plan.rowMoves,
        report: await buildReport(task, history),
      } satisfies UndoPreview
    }),
    handler(changeSets.undo, async ({ params, body, caller }) => {
      const { edited_digest: editedDigest, value } = body
      const edited = body.edited === 'leave' ? 'leave' : 'overwrite'
      if (edited === 'overwrite' && editedDigest === null) {
        const message = 'Send edited_digest from the preview: only cells that were seen there can be overwritten.'
        throw new Refusal('invalid', message, { edited_digest: message })
      }
      const undo: UndoRequest = { beforeRunId: params.run, edited, editedDigest, ...(value !== undefined && { value }) }
      return await queue.undo({ taskId: params.id, undo, triggeredBy: caller.email })
    }),
  ]
}

/** Sums up the undo of all targets. Cells are not read, because edited cells keep their edits. */
function previewTargets(targets: readonly TargetUndo[]): UndoPreview {
  const undone = targets.filter(({ history }) => !(history instanceof Refusal))
  const cells = undone.reduce((sum, target) => sum + target.cells, 0)
  const histories = undone.map(({ history }) => ('runs' in history ? history.runs : []))
  const runIds = histories.flat().map(({ runId }) => runId)
  return {
    spreadsheet: '',
    tab: '',
    run_ids: [...new Set(runIds)].sort((one, other) => other - one),
    cells,
    cells_with_edited: cells,
    ...{ edited: 0, edited_cells: [], edited_digest: '', report: null },
    row_moves: countRecordedBack(histories),
    targets: targets.map(({ value, targetSsId, targetTab, sheetId, cells, history }) => ({
      ...{ value, target_ss_id: targetSsId, target_sheet_name: targetTab, sheet_id: sheetId, cells },
      refusal: history instanceof Refusal ? history.message : null,
    })),
  }
}

/** Turns a provider's error into a refusal, because the caller can act on it. */
async function asRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const refusal = new Refusal(error.retryable ? 'unavailable' : 'conflict', error.message)
    refusal.cause = error
    throw refusal
  }
}
