import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { TaskType } from '#contract/task-type.ts'
import { taskTypesQuery } from '../../data/task-types.ts'
import { call } from '../../lib/call.ts'
import { invalidate } from '../../lib/route-query.ts'
import { toast } from '../../lib/toast.ts'
import { parseTaskTypeForm, type TaskTypeForm } from './task-type-form.ts'

/** Saves the form of a type, a new one when `type` is null, and tells how it went but for a refusal's reason. */
export function useSaveType({ type, onSaved }: { type: TaskType | null; onSaved: () => void }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (form: TaskTypeForm) => saveType(type, form),
    onSuccess: async (updatedTasksCount) => {
      toast.success(type ? 'Task type updated successfully' : 'Task type created successfully')
      if (updatedTasksCount > 0) toast.info(`${updatedTasksCount} sync tasks were updated with new chunk size`)
      onSaved()
      void invalidate(queryClient, api.tasks.list)
      await queryClient.invalidateQueries(taskTypesQuery())
    },
  })
}

/** @returns how many tasks took over a new chunk size */
async function saveType(type: TaskType | null, form: TaskTypeForm): Promise<number> {
  const body = parseTaskTypeForm(form)
  if (type) return (await call(api.taskTypes.update, { params: { id: type.id }, body })).updated_tasks_count
  await call(api.taskTypes.create, { body })
  return 0
}
