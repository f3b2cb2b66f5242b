import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { api } from '#contract/api.ts'
import type { SeenProgress } from '#contract/task-progress.ts'
import { findLiveState } from '../../../data/live-state.ts'
import type { TaskFilter } from '../../../data/task-filter.ts'
import { readSoon } from '../../../lib/read-schedule.ts'

/**
 * Refetches a list filtered by status whenever tasks enter or leave the status. Polls bring the status of all tasks, but other
 * fields only for loaded tasks.
 */
export function useReloadOnStatusChange(
  filter: TaskFilter,
  progress: Readonly<Record<string, SeenProgress>> | undefined,
): void {
  const queryClient = useQueryClient()
  const reload = useEffectEvent(() => {
    // Pushed events contain whole tasks, so the list needs no refetch.
    if (findLiveState(queryClient).position === undefined) readSoon(queryClient, [api.tasks.list])
  })
  const ids = useMemo(() => progress && idsInStatus(progress, filter), [progress, filter])
  const before = useRef<{ filter: TaskFilter; ids: string }>(undefined)
  useEffect(() => {
    if (ids === undefined) return
    if (before.current?.filter === filter && before.current.ids !== ids) reload()
    before.current = { filter, ids }
  }, [filter, ids])
}

/** The ids of the tasks of the filter's type in its status; empty without a status. */
function idsInStatus(progress: Readonly<Record<string, SeenProgress>>, { typeId, status }: TaskFilter): string {
  if (status === undefined) return ''
  const matches = ({ sync_task_type_id, task_status }: SeenProgress) =>
    task_status === status && (typeId === undefined || sync_task_type_id === typeId)
  return Object.entries(progress)
    .flatMap(([id, state]) => (matches(state) ? [id] : []))
    .join()
}
