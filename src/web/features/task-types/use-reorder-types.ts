import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { TaskType } from '#contract/task-type.ts'
import { call } from '../../lib/call.ts'
import { keyOf } from '../../lib/route-query.ts'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toast-failure.ts'
import { inOrder } from './in-order.ts'
import { taskTypesQuery } from './queries.ts'

/** Saves a new order of the types; the screen shows it at once and goes back when the server refuses. */
export function useReorderTypes(types: readonly TaskType[]) {
  const queryClient = useQueryClient()
  const reorder = useMutation({
    scope: { id: 'reorder-task-types' },
    mutationFn: (order: number[]) => call(api.taskTypes.reorder, { body: { order } }),
    onMutate: () => queryClient.cancelQueries(taskTypesQuery()),
    onSuccess: (_, order) => {
      queryClient.setQueryData(taskTypesQuery().queryKey, (saved) => saved && inOrder(saved, order))
      void queryClient.invalidateQueries({ queryKey: keyOf(api.tasks.list) })
      toast.success('Order updated')
    },
    onError: (error) => toastFailure(error, { message: 'Failed to update order' }),
    onSettled: () => queryClient.invalidateQueries(taskTypesQuery()),
  })
  return {
    // Until the call has ended the dragged order stands over whatever was read in between.
    shownTypes: reorder.isPending ? inOrder(types, reorder.variables) : types,
    saveOrder: reorder.mutate,
  }
}
