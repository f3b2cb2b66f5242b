import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import type { Task } from '#contract/task.ts'
import { useRestored } from '../../../data/use-drafts.ts'
import { NEW_TASK, StoredTaskForm, type TaskFormValues, taskFormValues, validateTaskForm } from './task-form.ts'

/** The part of the form state that the fields and saving need. */
export type TaskFormState = Pick<
  ReturnType<typeof useForm<TaskFormValues>>,
  | 'values'
  | 'errors'
  | 'isDirty'
  | 'getInputProps'
  | 'getInputNode'
  | 'setFieldValue'
  | 'setValues'
  | 'setErrors'
  | 'onSubmit'
>

/** The draft of the form of `task`, or of a new task. */
export function taskDraftKey(task: Task | undefined) {
  return `task:${task?.id ?? 'new'}` as const
}

/** The form of `task`, or of a new task; `onEdit` receives the values while they differ from what is saved. */
export function useTaskForm(
  task: Task | undefined,
  onEdit: (unsaved: TaskFormValues | null) => void,
): { form: TaskFormState; isRestored: boolean } {
  const restored = useRestored(taskDraftKey(task), StoredTaskForm)
  const form: TaskFormState = useForm<TaskFormValues>({
    initialValues: task ? taskFormValues(task) : NEW_TASK,
    validate: validateTaskForm,
    validateInputOnChange: ['scheduled_times', 'start_row', 'chunk_size', 'max_concurrent_tasks'],
    validateInputOnBlur: true,
    onValuesChange: (values) => onEdit(form.isDirty() ? values : null),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens
  useEffect(() => {
    if (restored) form.setValues(restored)
  }, [])
  return { form, isRestored: restored !== undefined }
}
