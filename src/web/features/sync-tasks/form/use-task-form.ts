import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Task } from '#contract/task.ts'
import { faultsOf, NEW_TASK, type TaskFormValues, valuesOf } from './task-form.ts'

/** The state of a task's form, as far as its fields and its saving need it. */
export type TaskFormState = Pick<
  ReturnType<typeof useForm<TaskFormValues>>,
  'values' | 'errors' | 'submitting' | 'getInputProps' | 'setFieldValue' | 'setErrors' | 'onSubmit'
>

/** The form of a new task, or of `task`; `onDirty` hears whether something is typed that is not saved. */
export function useTaskForm(task: Task | undefined, onDirty: (isDirty: boolean) => void): TaskFormState {
  const [initialValues] = useState(() => (task ? valuesOf(task) : NEW_TASK))
  return useForm<TaskFormValues>({
    initialValues,
    validate: faultsOf,
    validateInputOnChange: ['scheduled_times'],
    validateInputOnBlur: true,
    onValuesChange: (values) => onDirty(JSON.stringify(values) !== JSON.stringify(initialValues)),
  })
}
