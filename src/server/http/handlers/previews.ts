import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import { pluralize } from '#domain/pluralize.ts'
import { requireScope } from '#server/http/caller.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { presentPreview } from '#server/http/present/present-preview.ts'
import { previewCells } from '#server/preview/preview-cells.ts'
import { findTaskPreview, requirePreview } from '#server/preview/preview-rows.ts'

/** Handlers for previews of runs. */
export function previewHandlers({
  database: { orm },
  previewer,
  queue,
  now,
}: Pick<Context, 'database' | 'previewer' | 'queue' | 'now'>): Handler[] {
  return [
    handler(api.previews.start, async ({ body, caller }) => ({
      id: await previewer.start({
        taskIds: body.task_ids,
        typeId: body.sync_task_type_id,
        createdBy: caller.email,
      }),
    })),
    handler(api.previews.get, async ({ params }) => {
      const at = now()
      return await presentPreview(orm, { row: await requirePreview(orm, { id: params.id, now: at }), now: at })
    }),
    handler(api.previews.cells, async ({ params, query }) => {
      await requirePreview(orm, { id: params.id, now: now() })
      const found = await findTaskPreview(orm, { previewId: params.id, taskId: params.task })
      if (!found) throw new Refusal('not_found', 'The preview does not include this task.')
      const { cells, matching } = await previewCells(orm, { taskPreviewId: found.id, ...query })
      const isFiltered = [query.kind, query.column, query.target].some((filter) => filter !== undefined)
      const total = isFiltered ? matching : (found.result?.cells_listed ?? 0)
      return { cells, total, columns: found.columns ?? [] }
    }),
    handler(api.previews.cancel, async ({ params }) => {
      const count = await previewer.cancel(params.id)
      if (count === 0) return { status: 'warning', message: 'The preview is done.' }
      return { status: 'success', message: `Preview canceled: ${pluralize(count, 'task')} left out.` }
    }),
    handler(api.previews.run, async ({ params, body, caller }) => {
      if (body.copy_anyway) requireScope(api.holds.accept, caller)
      await requirePreview(orm, { id: params.id, now: now() })
      return await queue.runPreviewed({
        previewId: params.id,
        taskIds: body.task_ids,
        copyAnyway: body.copy_anyway,
        triggeredBy: caller.email,
      })
    }),
  ]
}
