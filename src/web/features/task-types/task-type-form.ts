import { type TaskType, TaskTypeFields } from '#contract/task-type.ts'
import { closesLoop } from '#domain/tasks/dependency.ts'
import { taskTypeSettings } from '#domain/tasks/task-type-settings.ts'

/** The values of the form: an empty number field is '', and the dependency is an id as a string. */
export interface TaskTypeForm {
  name: string
  allowed_concurrent_tasks: number | string
  depends_on_id: string | null
  queue_delay_seconds: number | string
  max_retries: number | string
  retry_delay_seconds: number | string
  chunk_size: number | string
}

type TaskTypeFormErrors = Partial<Record<keyof TaskTypeForm, string>>

const NEW_TASK_TYPE: TaskTypeForm = {
  name: '',
  allowed_concurrent_tasks: 1,
  depends_on_id: null,
  queue_delay_seconds: 0,
  max_retries: 3,
  retry_delay_seconds: 60,
  chunk_size: 2000,
}

/** The initial values of the form: those of `type`, or the defaults of a new type. */
export function taskTypeFormValues(type: TaskType | null): TaskTypeForm {
  if (!type) return NEW_TASK_TYPE
  return {
    name: type.name,
    allowed_concurrent_tasks: type.allowed_concurrent_tasks,
    depends_on_id: type.depends_on_id === null ? null : String(type.depends_on_id),
    queue_delay_seconds: type.queue_delay_seconds,
    max_retries: type.max_retries,
    retry_delay_seconds: type.retry_delay_seconds,
    chunk_size: type.chunk_size,
  }
}

const linkOf = (type: TaskType) => ({ id: type.id, ...taskTypeSettings.fromFields(type) })

function toFields(form: TaskTypeForm) {
  return { ...form, depends_on_id: form.depends_on_id === null ? null : Number(form.depends_on_id) }
}

/**
 * The request body for a form.
 * @throws ZodError if `validateTaskTypeForm` finds errors
 */
export function parseTaskTypeForm(form: TaskTypeForm): TaskTypeFields {
  return TaskTypeFields.parse(toFields(form))
}

/** The error message of each invalid field; `typeId` is null for a new type. */
export function validateTaskTypeForm({
  form,
  typeId,
  types,
}: {
  form: TaskTypeForm
  typeId: number | null
  types: readonly TaskType[]
}): TaskTypeFormErrors {
  const fields = toFields(form)
  const errors: Record<string, string> = {}
  for (const { path, message } of TaskTypeFields.safeParse(fields).error?.issues ?? []) {
    errors[String(path[0])] ??= message
  }
  const dependsOnId = fields.depends_on_id
  if (dependsOnId !== null && dependsOnId === typeId) {
    errors['depends_on_id'] = 'A task type cannot depend on itself'
  } else if (closesLoop({ typeId, dependsOnId, types: types.map(linkOf) })) {
    errors['depends_on_id'] = 'Circular dependency detected. Please select a different dependency.'
  }
  return errors
}
