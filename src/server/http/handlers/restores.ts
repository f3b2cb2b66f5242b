import { tmpdir } from 'node:os'
import { changeSets, type EditedCell as PresentedCell, type RestorePreview } from '#contract/change-set.ts'
import { Refusal } from '#contract/errors.ts'
import { accountsOf } from '#domain/tasks/accounts-of.ts'
import { ownerOf } from '#domain/tasks/lent-access.ts'
import type { Context } from '#server/context.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { findChangeSet } from '#server/runs/change-pages.ts'
import { previewRestore } from '#server/sync/preview-restore.ts'
import { requireWholeTask } from '#server/tasks/read-tasks.ts'

/** Putting back what a run and the later ones changed. */
export function restoreHandlers({
  database: { orm },
  google,
  queue,
}: Pick<Context, 'database' | 'google' | 'queue'>): Handler[] {
  const requireHistory = async ({ id, run }: { id: number; run: number }) => {
    const task = await requireWholeTask(orm, id)
    if ((await findChangeSet(orm, { taskId: id, runId: run })) === undefined) {
      throw new Refusal('not_found', 'Run not found. Old runs of a task are deleted.')
    }
    const history = await readChangeHistory(orm, { taskId: id, fromRunId: run, targetSsId: task.targetSsId })
    return { task, history }
  }
  return [
    handler(changeSets.previewRestore, async ({ params, signal }) => {
      const { task, history } = await requireHistory(params)
      const job = { accounts: accountsOf(task), owner: ownerOf(task), history, beforeRunId: params.run }
      const plan = await asRefusal(() => previewRestore(google, { job, scratchDir: tmpdir(), signal }))
      return {
        spreadsheet: plan.spreadsheetTitle,
        tab: plan.tabTitle,
        run_ids: history.runs.map(({ runId }) => runId),
        cells: plan.cells,
        cells_with_edited: plan.cellsWithEdited,
        edited: plan.edited.count,
        edited_cells: plan.edited.first.map(({ row, column, current, written, original }): PresentedCell => {
          const column_name = history.columns[column - 1] ?? ''
          return { row, column, column_name, current, written, original }
        }),
        edited_digest: plan.edited.digest,
      } satisfies RestorePreview
    }),
    handler(changeSets.restore, async ({ params, body, caller }) => {
      await requireHistory(params)
      const { edited, edited_digest: editedDigest } = body
      if (edited === 'restore' && editedDigest === null) {
        const message = 'Send edited_digest from the preview: only cells that were seen there can be replaced.'
        throw new Refusal('invalid', message, { edited_digest: message })
      }
      const restore = { beforeRunId: params.run, edited, editedDigest }
      return await queue.restore({ taskId: params.id, restore, triggeredBy: caller.email })
    }),
  ]
}

/** What the provider refuses, the person who asked can act on. */
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
