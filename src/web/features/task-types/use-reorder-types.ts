import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { TaskType } from '#contract/task-type.ts'
import { taskTypesQuery } from '../../data/task-types.ts'
import { call } from '../../lib/call.ts'
import { invalidate } from '../../lib/route-query.ts'
import { offerUndo, toast, toastFailure } from '../../lib/toast.tsx'
import { inOrder } from './in-order.ts'

const ORDER_UPDATED = 'Order updated'

interface NewOrder {
  order: number[]
  /** The order to go back to on request; left out when this is that way back. */
  before?: number[]
}

/**
 * Saves a new order of the types and offers the way back; the screen shows it at once and goes back by itself when the
 * server refuses.
 */
export function useReorderTypes(types: readonly TaskType[]) {
  const queryClient = useQueryClient()
  const { queryKey } = taskTypesQuery()
  const reorder = useMutation({
    scope: { id: 'reorder-task-types' },
    mutationFn: ({ order }: NewOrder) => call(api.taskTypes.reorder, { body: { order } }),
    onMutate: () => queryClient.cancelQueries(taskTypesQuery()),
    onSuccess: (_, { order, before }) => {
      queryClient.setQueryData(queryKey, (saved) => saved && inOrder(saved, order))
      void invalidate(queryClient, api.tasks.list)
      if (before) offerUndo(ORDER_UPDATED, { onUndo: () => goBackTo(before) })
      else toast.success(ORDER_UPDATED)
    },
    onError: (error) => toastFailure(error, { message: 'Failed to update order' }),
    onSettled: () => queryClient.invalidateQueries(taskTypesQuery()),
  })

  /** Types may have come and gone since. */
  function goBackTo(before: readonly number[]): void {
    const present = queryClient.getQueryData(queryKey) ?? []
    reorder.mutate({ order: idsOf(inOrder(present, before)) })
  }

  // Until the call has ended the dragged order stands over whatever was read in between.
  const shownTypes = reorder.isPending ? inOrder(types, reorder.variables.order) : types
  return { shownTypes, saveOrder: (order: number[]) => reorder.mutate({ order, before: idsOf(shownTypes) }) }
}

function idsOf(types: readonly TaskType[]): number[] {
  return types.map(({ id }) => id)
}
