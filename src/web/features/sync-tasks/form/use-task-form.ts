import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Task } from '#contract/task.ts'
import type { TaskType } from '#contract/task-type.ts'
import { useRestoredForm } from '../../../data/use-drafts.ts'
import type { FormState } from '../../../lib/form-state.ts'
import {
  duplicateFormValues,
  NEW_TASK,
  newTaskValues,
  StoredTaskForm,
  type TaskFormValues,
  taskFormValues,
  validateTaskForm,
} from './task-form.ts'

const FIELDS = Object.keys(NEW_TASK) as (keyof TaskFormValues)[]

export type TaskFormState = FormState<TaskFormValues>

/** Key of the draft for `task`, or for a new task. */
export function taskDraftKey(task: Task | undefined) {
  return `task:${task?.id ?? 'new'}` as const
}

/** Form of `task`, or of a duplicate of `copyOf`. `onEdit` receives the values while they differ from the initial values. */
export function useTaskForm(
  { task, copyOf, types }: { task: Task | undefined; copyOf: Task | undefined; types: readonly TaskType[] },
  onEdit: (unsaved: TaskFormValues | null) => void,
): { form: TaskFormState; isRestored: boolean } {
  const [changed, setChanged] = useState<readonly (keyof TaskFormValues)[]>([])
  const form: TaskFormState = useForm<TaskFormValues>({
    initialValues: task ? taskFormValues(task) : copyOf ? duplicateFormValues(copyOf) : newTaskValues(types),
    validate: validateTaskForm,
    // Announce problems at their field, because nothing else announces a refusal by the server.
    enhanceGetInputProps: ({ options }) => (options?.type === 'checkbox' ? {} : { errorProps: { role: 'alert' } }),
    validateInputOnChange: ['scheduled_times', 'holidays', 'start_row', 'chunk_size', 'max_concurrent_tasks'],
    // Validate only changed fields: a user may only tab through an empty field.
    validateInputOnBlur: [...changed],
    onValuesChange: (values, previous) => {
      const differing = FIELDS.filter((field) => values[field] !== previous[field] && !changed.includes(field))
      if (differing.length > 0) setChanged([...changed, ...differing])
      onEdit(form.isDirty() ? values : null)
    },
  })
  const isRestored = useRestoredForm(form, { key: taskDraftKey(task), schema: StoredTaskForm })
  return { form, isRestored }
}
