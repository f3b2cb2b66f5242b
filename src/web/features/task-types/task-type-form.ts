import { EXTRA_TYPE_FIELDS, type TaskType, TaskTypeFields, taskTypeShape } from '#contract/task-type.ts'
import { closesLoop } from '#domain/tasks/dependency.ts'
import { CIRCULAR_DEPENDENCY, DEPENDS_ON_ITSELF } from '#domain/tasks/task-type-problems.ts'
import { taskTypeSettings } from '#domain/tasks/task-type-settings.ts'
import { type FormValues, formFields } from '../../lib/form-values.ts'
import { shownChunkSize } from './shown-chunk-size.ts'

const fields = formFields(taskTypeShape, 'depends_on_id')

export type TaskTypeForm = FormValues<typeof taskTypeShape, 'depends_on_id'>

type ExtraField = (typeof EXTRA_TYPE_FIELDS)[number]
type TypeBody = Omit<TaskTypeFields, ExtraField> & Partial<Pick<TaskTypeFields, ExtraField>>

const NEW_TYPE = TaskTypeFields.omit({ name: true }).parse({})

/** Schema of stored form values. */
export const StoredTypeForm = fields.schema

type TaskTypeFormErrors = Partial<Record<keyof TaskTypeForm, string>>

/** Builds the initial values of the form from `type`, or from the defaults for a new type. */
export function taskTypeFormValues(type: TaskType | null): TaskTypeForm {
  return type ? fields.fromFields({ ...type, chunk_size: shownChunkSize(type) }) : fields.blank
}

/**
 * Builds the request body for a form; `type` is null for a new type. Fields that the specification lacks are sent only if they
 * have changed, because some servers do not know them.
 * @throws ZodError if `validateTaskTypeForm` finds errors
 */
export function parseTaskTypeForm(form: TaskTypeForm, type: TaskType | null): TypeBody {
  const body: TypeBody = TaskTypeFields.parse(fields.toFields(form))
  const stored = type ?? NEW_TYPE
  for (const field of EXTRA_TYPE_FIELDS) if (body[field] === stored[field]) delete body[field]
  return body
}

/** Returns the error message of each invalid field; `typeId` is null for a new type. */
export function validateTaskTypeForm({
  form,
  typeId,
  types,
}: {
  form: TaskTypeForm
  typeId: number | null
  types: readonly TaskType[]
}): TaskTypeFormErrors {
  const parsed = TaskTypeFields.safeParse(fields.toFields(form))
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= message
  const dependsOnId = form.depends_on_id === null ? null : Number(form.depends_on_id)
  if (dependsOnId !== null && dependsOnId === typeId) {
    errors['depends_on_id'] = DEPENDS_ON_ITSELF
  } else if (closesLoop({ typeId, dependsOnId, types: types.map(findDependency) })) {
    errors['depends_on_id'] = CIRCULAR_DEPENDENCY
  }
  return errors
}

function findDependency(type: TaskType) {
  return { id: type.id, ...taskTypeSettings.fromFields(type) }
}
