import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#contract/api.ts'
import { statusOf as statuses } from '#contract/errors.ts'
import type { TaskType } from '#contract/task-type.ts'
import { computeVersion } from '#domain/tasks/field-version.ts'
import { taskTypeSettings } from '#domain/tasks/task-type-settings.ts'
import { sentVersion } from '../../data/app-info.ts'
import { useRestoredForm } from '../../data/use-drafts.ts'
import { actOnce, useIsPending } from '../../lib/action.ts'
import { call, send } from '../../lib/call.ts'
import { CallError, readMessage, readStatus } from '../../lib/call-error.ts'
import type { FormState } from '../../lib/form-state.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { rebaseForm } from '../../lib/rebase-form.ts'
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
  /** Server error without a field. */
  error: string | null
  /** Message about changes by others since the form opened; null unless the server refused a save because of them. */
  conflict: string | null
  onResolve: (keeps: 'mine' | 'theirs') => void
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

/** Key of the draft for a type, or for a new type. */
export function typeDraftKey(type: TaskType | null) {
  return `type:${type?.id ?? 'new'}` as const
}

/** The form of a type. It validates on every change and shows the server's errors. */
export function useTaskTypeForm({ type: opened, types, onEdit, onSaved }: Options): FormResult {
  const queryClient = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  const [conflict, setConflict] = useState<string | null>(null)
  /** Type that the form started from. */
  const [type, setType] = useState(opened)
  const saveType = useSaveType()
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
    const message = readMessage(cause, UNEXPECTED)
    form.setErrors(fieldErrors)
    if (readStatus(cause) === statuses.changed_meanwhile) setConflict(message)
    // Don't repeat a message shown at a field.
    else if (!Object.values(fieldErrors).includes(message)) setError(message)
    if (message === UNEXPECTED) toastFailure(cause, { message: 'Failed to save sync task type' })
  }

  async function save(values: TaskTypeForm, base = type): Promise<void> {
    setError(null)
    setConflict(null)
    try {
      await saveType(base, values)
      onSaved()
    } catch (cause) {
      showError(cause)
    }
  }

  const onResolve = (keeps: 'mine' | 'theirs') =>
    void actOnce(queryClient, savingKey, async () => {
      const stored = await readAgain(type)
      if (!stored) return
      const [before, after] = [taskTypeFormValues(type), taskTypeFormValues(stored)]
      const values = rebaseForm({ values: form.values, before, after, keeps })
      setType(stored)
      setConflict(null)
      form.resetDirty(after)
      form.setValues(values)
      form.setErrors({})
      if (keeps === 'mine') await save(values, stored)
    })

  const onSubmit = form.onSubmit(
    (values) => void actOnce(queryClient, savingKey, () => save(values)),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  return { form, isRestored, error, conflict, onResolve, onSubmit, isSaving: useIsPending(savingKey) }
}

/** Creates or updates a type and reports the result. Resolves once the lists contain the saved type. */
function useSaveType(): (type: TaskType | null, form: TaskTypeForm) => Promise<void> {
  const queryClient = useQueryClient()
  return async (type, form) => {
    const version = type ? sentVersion(queryClient, computeVersion(taskTypeSettings.fieldsIn(type))) : undefined
    const { updated_tasks_count: updatedTasksCount, warnings } = await sendType(type, { form, version })
    for (const warning of warnings) toast.warning(warning)
    toast.success(type ? 'Task type updated successfully' : 'Task type created successfully')
    if (updatedTasksCount > 0) toast.info(`${updatedTasksCount} sync tasks were updated with new chunk size`)
    // Wait for the lists, so a reopened form starts with the saved values.
    await readNow(queryClient, api.tasks.list, api.taskTypes.list)
  }
}

/** Sends a type. Resolves to the number of tasks that got a new chunk size, and to warnings about the interval. */
async function sendType(
  type: TaskType | null,
  { form, version }: { form: TaskTypeForm; version: string | undefined },
): Promise<{ updated_tasks_count: number; warnings: readonly string[] }> {
  const body = parseTaskTypeForm(form, type)
  if (type) {
    return await send(api.taskTypes.update, { params: { id: type.id }, body }, { version })
  }
  await call(api.taskTypes.create, { body })
  return { updated_tasks_count: 0, warnings: [] }
}

/** Reads the stored type again; undefined if the read fails or the type was deleted. */
async function readAgain(type: TaskType | null): Promise<TaskType | undefined> {
  try {
    return (await call(api.taskTypes.list)).find(({ id }) => id === type?.id)
  } catch (error) {
    toastFailure(error, { message: readMessage(error, 'Failed to fetch sync task types') })
    return undefined
  }
}
