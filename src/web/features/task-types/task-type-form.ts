import { type TaskType, TaskTypeFields } from '#contract/task-type.ts'
import { closesLoop } from '#domain/tasks/dependency.ts'
import { taskTypeSettings } from '#domain/tasks/task-type-settings.ts'

/** What the form holds: a cleared number field is an empty string, a choice is an id as text. */
export interface TaskTypeForm {
  name: string
  allowed_concurrent_tasks: number | string
  depends_on_id: string | null
  queue_delay_seconds: number | string
  max_retries: number | string
  retry_delay_seconds: number | string
  chunk_size: number | string
}

type TaskTypeFaults = Partial<Record<keyof TaskTypeForm, string>>

const newTaskType: TaskTypeForm = {
  name: '',
  allowed_concurrent_tasks: 1,
  depends_on_id: null,
  queue_delay_seconds: 0,
  max_retries: 3,
  retry_delay_seconds: 60,
  chunk_size: 2000,
}

/** The form's first values: those of `type`, or the defaults of a new one. */
export function formOfTaskType(type: TaskType | null): TaskTypeForm {
  if (!type) return newTaskType
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

function fieldsOfForm(form: TaskTypeForm) {
  return { ...form, depends_on_id: form.depends_on_id === null ? null : Number(form.depends_on_id) }
}

/** What the server is sent; throws a ZodError for a form that `taskTypeFaults` finds fault with. */
export function parseTaskTypeForm(form: TaskTypeForm): TaskTypeFields {
  return TaskTypeFields.parse(fieldsOfForm(form))
}

/** Every fault of the form, a sentence a field; `typeId` is null for a new type. */
export function taskTypeFaults({
  form,
  typeId,
  types,
}: {
  form: TaskTypeForm
  typeId: number | null
  types: readonly TaskType[]
}): TaskTypeFaults {
  const fields = fieldsOfForm(form)
  const faults: Record<string, string> = {}
  for (const { path, message } of TaskTypeFields.safeParse(fields).error?.issues ?? []) {
    faults[String(path[0])] ??= message
  }
  const dependsOnId = fields.depends_on_id
  if (dependsOnId !== null && dependsOnId === typeId) {
    faults['depends_on_id'] = 'A task type cannot depend on itself'
  } else if (closesLoop({ typeId, dependsOnId, types: types.map(linkOf) })) {
    faults['depends_on_id'] = 'Circular dependency detected. Please select a different dependency.'
  }
  return faults
}
