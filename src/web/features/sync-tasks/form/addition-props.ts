import type { TaskType } from '#contract/task-type.ts'
import type { TaskFormState } from './use-task-form.ts'

export interface AdditionProps {
  form: TaskFormState
  /** Undefined before a type is chosen. */
  type: TaskType | undefined
  /** Undefined for a new task. */
  taskId: number | undefined
}
