import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#contract/api.ts'
import type { TaskType } from '#contract/task-type.ts'
import { taskTypesQuery } from '../../data/task-types.ts'
import { call } from '../../lib/call.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import { invalidate } from '../../lib/route-query.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { parseTaskTypeForm, type TaskTypeForm, taskTypeFormValues, validateTaskTypeForm } from './task-type-form.ts'

const UNEXPECTED = 'An unexpected error occurred'

/** The part of the form state that is used. */
export type TaskTypeFormState = Pick<
  ReturnType<typeof useForm<TaskTypeForm>>,
  'values' | 'errors' | 'isDirty' | 'getInputProps' | 'setFieldValue' | 'setErrors' | 'onSubmit'
>

interface FormResult {
  form: TaskTypeFormState
  /** A server error that belongs to no field. */
  error: string | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isSaving: boolean
}

interface Options {
  /** Null for a new type. */
  type: TaskType | null
  types: readonly TaskType[]
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
}

/** The form of a type. It validates on every change and shows the server's errors. */
export function useTaskTypeForm({ type, types, onDirty, onSaved }: Options): FormResult {
  const [error, setError] = useState<string | null>(null)
  const save = useSaveType({ type, onSaved })
  const form: TaskTypeFormState = useForm<TaskTypeForm>({
    initialValues: taskTypeFormValues(type),
    onValuesChange: () => onDirty(form.isDirty()),
    validateInputOnChange: true,
    validate: (values) => validateTaskTypeForm({ form: values, typeId: type?.id ?? null, types }),
  })

  function showError(cause: Error): void {
    const fieldErrors = cause instanceof CallError ? (cause.fields ?? {}) : {}
    const message = messageOf(cause, UNEXPECTED)
    form.setErrors(fieldErrors)
    // Don't repeat a message that is shown at a field.
    if (!Object.values(fieldErrors).includes(message)) setError(message)
    if (message === UNEXPECTED) toastFailure(cause, { message: 'Failed to save sync task type' })
  }

  function submit(values: TaskTypeForm): void {
    setError(null)
    save.mutate(values, { onError: showError })
  }

  return { form, error, onSubmit: form.onSubmit(submit), isSaving: save.isPending }
}

/** Creates or updates a type and shows the outcome in a toast; the caller shows errors. */
function useSaveType({ type, onSaved }: { type: TaskType | null; onSaved: () => void }) {
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

/** Returns the number of tasks that were updated with a new chunk size. */
async function saveType(type: TaskType | null, form: TaskTypeForm): Promise<number> {
  const body = parseTaskTypeForm(form)
  if (type) return (await call(api.taskTypes.update, { params: { id: type.id }, body })).updated_tasks_count
  await call(api.taskTypes.create, { body })
  return 0
}
