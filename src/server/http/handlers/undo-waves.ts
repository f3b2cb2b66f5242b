import { Refusal } from '#contract/errors.ts'
import { MAX_UNDONE_TASKS, type UndosPreview, undos } from '#contract/undo.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { findUndoRefusal } from '#server/queue/undoable-run.ts'
import { type ChangingRun, listChangingRuns } from '#server/tasks/changing-runs.ts'

const TOO_MANY = `More than ${MAX_UNDONE_TASKS.toLocaleString('en-US')} tasks changed in this wave. Send the task_ids of some of them.`

/** Handlers for undoing the runs of a wave or of selected tasks. */
export function undoWaveHandlers({
  config: { allowedEmails },
  database: { orm },
  queue,
}: Pick<Context, 'config' | 'database' | 'queue'>): Handler[] {
  const findRefusal = async (run: ChangingRun) =>
    run.isUndo ? 'Its last change was an undo.' : await findUndoRefusal(orm, { ...run, allowedEmails })
  return [
    handler(undos.preview, async ({ body: { wave_id: waveId, task_ids: taskIds = [] } }) => {
      const runs = await listChangingRuns(orm, waveId === undefined ? { taskIds } : { waveId })
      if (runs.length > MAX_UNDONE_TASKS) throw new Refusal('invalid', TOO_MANY, { wave_id: TOO_MANY })
      const preview: UndosPreview = { undos: [], cells: 0, refused: [] }
      for (const run of runs) {
        const shown = { task_id: run.taskId, task_name: run.taskName, run_id: run.runId }
        const reason = await findRefusal(run)
        if (reason !== undefined) preview.refused.push({ ...shown, reason })
        else preview.undos.push({ ...shown, later_runs: run.laterRuns, cells: run.cells })
      }
      preview.cells = preview.undos.reduce((sum, { cells }) => sum + cells, 0)
      return preview
    }),
    handler(undos.create, async ({ body, caller }) => {
      const runs = body.undos.map(({ task_id: taskId, run_id: runId }) => ({ taskId, runId }))
      return await queue.undoRuns({ runs, triggeredBy: caller.email })
    }),
  ]
}
