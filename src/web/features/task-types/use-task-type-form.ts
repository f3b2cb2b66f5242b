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
import { formOfTaskType, parseTaskTypeForm, type TaskTypeForm, taskTypeFaults } from './task-type-form.ts'

/** The state of a type's form, as far as its fields need it. */
export type TaskTypeFormState = Pick<
  ReturnType<typeof useForm<TaskTypeForm>>,
  'values' | 'errors' | 'getInputProps' | 'setFieldValue'
>

interface EditedType {
  form: TaskTypeFormState
  /** What the server said against the form as a whole. */
  refusal: string | null
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

/** The form of a type: it checks itself with every change and tells what the server refused. */
export function useTaskTypeForm({ type, types, onDirty, onSaved }: Options): EditedType {
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = useSaveType({ type, onSaved })
  const [initialValues] = useState(() => formOfTaskType(type))
  const form = useForm<TaskTypeForm>({
    initialValues,
    onValuesChange: (values) => onDirty(JSON.stringify(values) !== JSON.stringify(initialValues)),
    validateInputOnChange: true,
    validate: (values) => taskTypeFaults({ form: values, typeId: type?.id ?? null, types }),
  })

  function tellRefusal(error: Error): void {
    const faults = error instanceof CallError ? (error.fields ?? {}) : {}
    const message = messageOf(error, 'An unexpected error occurred')
    form.setErrors(faults)
    // What stands at a field need not stand over the form as well.
    if (!Object.values(faults).includes(message)) setRefusal(message)
    const isExplained = error instanceof CallError && error.isServerMessage
    if (!isExplained) toastFailure(error, { message: 'Failed to save sync task type' })
  }

  function submit(values: TaskTypeForm): void {
    setRefusal(null)
    save.mutate(values, { onError: tellRefusal })
  }

  return { form, refusal, onSubmit: form.onSubmit(submit), isSaving: save.isPending }
}

/** Saves the form of a type, a new one when `type` is null, and tells how it went but for a refusal's reason. */
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

/** @returns how many tasks took over a new chunk size */
async function saveType(type: TaskType | null, form: TaskTypeForm): Promise<number> {
  const body = parseTaskTypeForm(form)
  if (type) return (await call(api.taskTypes.update, { params: { id: type.id }, body })).updated_tasks_count
  await call(api.taskTypes.create, { body })
  return 0
}
