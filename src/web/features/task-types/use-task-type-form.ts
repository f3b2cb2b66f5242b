import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#contract/api.ts'
import type { TaskType } from '#contract/task-type.ts'
import { useRestoredForm } from '../../data/use-drafts.ts'
import { actOnce, useIsPending } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import type { FormState } from '../../lib/form-state.ts'
import { invalidate } from '../../lib/route-query.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import {
  parseTaskTypeForm,
  StoredTypeForm,
  type TaskTypeForm,
  taskTypeFormValues,
  validateTaskTypeForm,
} from './task-type-form.ts'

const UNEXPECTED = 'An unexpected error occurred'

export type TaskTypeFormState = FormState<TaskTypeForm>

interface FormResult {
  form: TaskTypeFormState
  isRestored: boolean
  /** A server error that belongs to no field. */
  error: string | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isSaving: boolean
}

interface Options {
  /** Null for a new type. */
  type: TaskType | null
  types: readonly TaskType[]
  onEdit: (unsaved: TaskTypeForm | null) => void
  onSaved: () => void
}

/** The draft of the form of a type; null for a new one. */
export function typeDraftKey(type: TaskType | null) {
  return `type:${type?.id ?? 'new'}` as const
}

/** The form of a type. It validates on every change and shows the server's errors. */
export function useTaskTypeForm({ type, types, onEdit, onSaved }: Options): FormResult {
  const queryClient = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  const saveType = useSaveType(type)
  const savingKey = ['save-type', type?.id ?? 'new']
  const form: TaskTypeFormState = useForm<TaskTypeForm>({
    initialValues: taskTypeFormValues(type),
    onValuesChange: (values) => onEdit(form.isDirty() ? values : null),
    validateInputOnChange: true,
    validate: (values) => validateTaskTypeForm({ form: values, typeId: type?.id ?? null, types }),
  })
  const isRestored = useRestoredForm(form, { key: typeDraftKey(type), schema: StoredTypeForm })

  function showError(cause: unknown): void {
    const fieldErrors = cause instanceof CallError ? (cause.fields ?? {}) : {}
    const message = messageOf(cause, UNEXPECTED)
    form.setErrors(fieldErrors)
    // Don't repeat a message that is shown at a field.
    if (!Object.values(fieldErrors).includes(message)) setError(message)
    if (message === UNEXPECTED) toastFailure(cause, { message: 'Failed to save sync task type' })
  }

  async function save(values: TaskTypeForm): Promise<void> {
    setError(null)
    try {
      await saveType(values)
      onSaved()
    } catch (cause) {
      showError(cause)
    }
  }

  const onSubmit = form.onSubmit(
    (values) => void actOnce(queryClient, savingKey, () => save(values)),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  return { form, isRestored, error, onSubmit, isSaving: useIsPending(savingKey) }
}

/** Creates or updates a type and shows that it did. Resolves once the lists have it. */
function useSaveType(type: TaskType | null): (form: TaskTypeForm) => Promise<void> {
  const queryClient = useQueryClient()
  return async (form) => {
    const updatedTasksCount = await sendType(type, form)
    toast.success(type ? 'Task type updated successfully' : 'Task type created successfully')
    if (updatedTasksCount > 0) toast.info(`${updatedTasksCount} sync tasks were updated with new chunk size`)
    // Awaited, so that a form that is opened again starts with what was saved.
    await invalidate(queryClient, api.tasks.list, api.taskTypes.list)
  }
}

/** Returns the number of tasks that were updated with a new chunk size. */
async function sendType(type: TaskType | null, form: TaskTypeForm): Promise<number> {
  const body = parseTaskTypeForm(form, type)
  if (type) return (await call(api.taskTypes.update, { params: { id: type.id }, body })).updated_tasks_count
  await call(api.taskTypes.create, { body })
  return 0
}
