import { useForm } from '@mantine/form'
import type { Task } from '#contract/task.ts'
import { NEW_TASK, type TaskFormValues, taskFormValues, validateTaskForm } from './task-form.ts'

/** The part of the form state that the fields and saving need. */
export type TaskFormState = Pick<
  ReturnType<typeof useForm<TaskFormValues>>,
  'values' | 'errors' | 'submitting' | 'isDirty' | 'getInputProps' | 'setFieldValue' | 'setErrors' | 'onSubmit'
>

/** The form of `task`, or of a new task; `onDirty` receives whether the form differs from what is saved. */
export function useTaskForm(task: Task | undefined, onDirty: (isDirty: boolean) => void): TaskFormState {
  const form: TaskFormState = useForm<TaskFormValues>({
    initialValues: task ? taskFormValues(task) : NEW_TASK,
    validate: validateTaskForm,
    validateInputOnChange: ['scheduled_times'],
    validateInputOnBlur: true,
    onValuesChange: () => onDirty(form.isDirty()),
  })
  return form
}
