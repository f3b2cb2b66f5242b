import type { QueryKey } from '@tanstack/react-query'
import { z } from 'zod'
import { FreshnessState } from '#contract/freshness.ts'
import { StatusText, WarningReason } from '#contract/task-progress.ts'
import type { TaskFilter } from './task-filter.ts'

/** Filter and page of a cached list. */
export interface ListedView {
  filter: TaskFilter
  page: number
}

/** Input of the list in its query key, as `buildQueryKey` stores it. */
const ListKey = z.object({
  page: z.coerce.number().default(1),
  sync_task_type_id: z.coerce.number().optional(),
  status: StatusText.optional(),
  warning: WarningReason.optional(),
  freshness: FreshnessState.optional(),
  is_active: z.enum(['true', 'false']).optional(),
  search: z.string().default(''),
})

/** Reads the view of a list from its query key. */
export function findView(queryKey: QueryKey): ListedView {
  const { page, sync_task_type_id, is_active, search, ...states } = ListKey.parse(queryKey[1] ?? {})
  const isActive = is_active && is_active === 'true'
  return {
    page,
    filter: {
      typeId: sync_task_type_id,
      isActive,
      name: search,
      status: states.status,
      warning: states.warning,
      freshness: states.freshness,
    },
  }
}
