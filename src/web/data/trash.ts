import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { RestoredTrash, TrashEntry } from '#contract/trash.ts'
import { pluralize } from '#domain/pluralize.ts'
import { call, send } from '../lib/call.ts'
import { readMessage } from '../lib/call-error.ts'
import { readNow } from '../lib/read-schedule.ts'
import { buildQueryKey } from '../lib/route-query.ts'
import { type ToastOptions, toast, toastFailure } from '../lib/toast.tsx'
import { reloadTasks } from './task-cache.ts'

/** Reads deletions, newest first, page by page. */
export const trashQuery = () =>
  infiniteQueryOptions({
    queryKey: buildQueryKey(api.trash.list),
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { before_id: pageParam }
      return send(api.trash.list, { query }, { signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, has_more }) => (has_more ? (entries.at(-1)?.id ?? null) : null),
  })

interface Restoring extends ToastOptions {
  restore: () => Promise<RestoredTrash>
}

/** Restores something from the trash, and shows the result in a toast. */
export async function showRestored(queryClient: QueryClient, { restore, ...options }: Restoring): Promise<void> {
  try {
    const restored = await restore()
    const show = restored.kept_count === 0 ? toast.success : toast.warning
    show(describeRestored(restored), options)
  } catch (error) {
    toastFailure(error, { message: readMessage(error, 'Failed to restore') })
  }
  await Promise.all([
    reloadTasks(queryClient),
    readNow(queryClient, api.taskTypes.list, api.trash.list, api.activity.list),
  ])
}

export async function restoreTasks(taskIds: readonly number[]): Promise<RestoredTrash> {
  return await call(api.trash.restoreTasks, { body: { task_ids: [...taskIds] } })
}

/** Restores the newest entry of a kind. */
export async function restoreNewest(isWanted: (entry: TrashEntry) => boolean): Promise<RestoredTrash> {
  const { entries } = await call(api.trash.list, { query: { limit: 20 } })
  return await call(api.trash.restore, { params: { id: entries.find(isWanted)?.id ?? 0 } })
}

/** Summarizes a restore. Gives the reason for the first task that stays in the trash. */
function describeRestored({ tasks, types, kept, kept_count }: RestoredTrash): string {
  const restored = [
    ...(tasks > 0 ? [pluralize(tasks, 'task')] : []),
    ...(types.length > 0 ? [pluralize(types.length, 'task type')] : []),
  ]
  const summary = `Restored ${restored.join(' and ')}.`
  const [first] = kept
  if (!first) return summary
  const others =
    kept_count > 1 ? ` ${pluralize(kept_count - 1, 'other')} stay${kept_count === 2 ? 's' : ''} there too.` : ''
  return `${summary} ${first.name} stays in the trash: ${first.reason}${others}`
}
