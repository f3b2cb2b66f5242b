import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import type { TaskType } from '#contract/task-type.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { formOfTaskType, type TaskTypeForm, taskTypeFaults } from './task-type-form.ts'
import { useSaveType } from './use-save-type.ts'

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
    const isExplained = error instanceof CallError && error.isServerSentence
    if (!isExplained) toastFailure(error, { message: 'Failed to save sync task type' })
  }

  function submit(values: TaskTypeForm): void {
    setRefusal(null)
    save.mutate(values, { onError: tellRefusal })
  }

  return { form, refusal, onSubmit: form.onSubmit(submit), isSaving: save.isPending }
}
