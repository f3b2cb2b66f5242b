import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { PREVIEW_PAGE_CELLS } from '#contract/preview.ts'
import { SECOND_MS } from '#domain/time.ts'
import { actOnce } from '../lib/action.ts'
import { call } from '../lib/call.ts'
import { polled, readNow } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'
import { type PreviewScope, previewKey } from './preview-key.ts'
import { showError, showOutcome } from './task-actions.ts'
import { reloadTasks } from './task-cache.ts'

/** A preview, polled until it is done. */
export const previewQuery = (id: number) =>
  polled(queryOptions({ ...routeQuery(api.previews.get, { params: { id } }), retry: false }), ({ data }) =>
    data?.is_in_progress ? SECOND_MS : false,
  )

export interface CellFilter {
  kind?: 'filled' | 'changed' | 'cleared' | undefined
  column?: number | undefined
  /** Value whose target has the cells, for a task that hands rows out. */
  target?: string | undefined
}

/** A page of the cells a run would change; pages count from 0. */
export function previewCellsQuery({
  id,
  task,
  page,
  kind,
  column,
  target,
}: { id: number; task: number; page: number } & CellFilter) {
  const filter = {
    ...(kind && { kind }),
    ...(column !== undefined && { column }),
    ...(target !== undefined && { target }),
  }
  const query = { offset: page * PREVIEW_PAGE_CELLS, limit: PREVIEW_PAGE_CELLS, ...filter }
  return queryOptions({
    ...routeQuery(api.previews.cells, { params: { id, task }, query }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Starts a preview and resolves to its ID. On failure, shows an error and resolves to undefined. */
export async function startPreview(queryClient: QueryClient, scope: PreviewScope): Promise<number | undefined> {
  return await actOnce(queryClient, previewKey(scope), async () => {
    try {
      return (await call(api.previews.start, { body: scope })).id
    } catch (error) {
      showError(error, 'Failed to start the preview')
      return undefined
    }
  })
}

export async function cancelPreview(queryClient: QueryClient, id: number): Promise<void> {
  try {
    await call(api.previews.cancel, { params: { id } })
    await readNow(queryClient, api.previews.get)
  } catch (error) {
    showError(error, 'Failed to cancel the preview')
  }
}

export async function runPreviewed(
  queryClient: QueryClient,
  { id, taskIds, copyAnyway }: { id: number; taskIds: number[]; copyAnyway: boolean },
): Promise<boolean> {
  try {
    const outcome = await call(api.previews.run, {
      params: { id },
      body: { task_ids: taskIds, copy_anyway: copyAnyway },
    })
    showOutcome(outcome, { done: 'Tasks started', failed: 'Failed to run the tasks' })
    void reloadTasks(queryClient)
    return outcome.status === 'success'
  } catch (error) {
    showError(error, 'Failed to run the tasks')
    return false
  }
}
