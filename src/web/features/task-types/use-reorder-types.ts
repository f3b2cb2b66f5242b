import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { TaskType } from '#contract/task-type.ts'
import { taskTypesQuery } from '../../data/task-types.ts'
import { call } from '../../lib/call.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { offerUndo } from '../../lib/toast-offers.tsx'
import { sortByIds } from './sort-by-ids.ts'

const ORDER_UPDATED = 'Order updated'

interface NewOrder {
  order: number[]
  /** The previous order, for Undo; missing when this is the undo. */
  previous?: number[]
}

/** Saves a new order of the types and offers to undo it. Shows the new order at once, and reverts it if the call fails. */
export function useReorderTypes(types: readonly TaskType[]) {
  const queryClient = useQueryClient()
  const { queryKey } = taskTypesQuery()
  const reorder = useMutation({
    scope: { id: 'reorder-task-types' },
    mutationFn: ({ order }: NewOrder) => call(api.taskTypes.reorder, { body: { order } }),
    onMutate: () => queryClient.cancelQueries(taskTypesQuery()),
    onSuccess: (_, { order, previous }) => {
      queryClient.setQueryData(queryKey, (saved) => saved && sortByIds(saved, order))
      void readNow(queryClient, api.tasks.list)
      if (previous) offerUndo(ORDER_UPDATED, { onUndo: () => undo(previous) })
      else toast.success(ORDER_UPDATED)
    },
    onError: (error) => toastFailure(error, { message: 'Failed to update order' }),
    onSettled: () => readNow(queryClient, api.taskTypes.list),
  })

  /** Restores the previous order among the current types: some may have been added or deleted since. */
  function undo(previous: readonly number[]): void {
    const current = queryClient.getQueryData(queryKey) ?? []
    reorder.mutate({ order: listIds(sortByIds(current, previous)) })
  }

  // Until the call ends, the new order overrides the fetched order.
  const shownTypes = reorder.isPending ? sortByIds(types, reorder.variables.order) : types
  return { shownTypes, saveOrder: (order: number[]) => reorder.mutate({ order, previous: listIds(shownTypes) }) }
}

function listIds(types: readonly TaskType[]): number[] {
  return types.map(({ id }) => id)
}
