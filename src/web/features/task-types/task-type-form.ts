import { type TaskType, TaskTypeFields, taskTypeShape } from '#contract/task-type.ts'
import { closesLoop } from '#domain/tasks/dependency.ts'
import { CIRCULAR_DEPENDENCY, DEPENDS_ON_ITSELF } from '#domain/tasks/task-type-problems.ts'
import { taskTypeSettings } from '#domain/tasks/task-type-settings.ts'
import { type FormValues, formFields } from '../../lib/form-values.ts'
import { shownChunkSize } from './shown-chunk-size.ts'

const fields = formFields(taskTypeShape, 'depends_on_id')

export type TaskTypeForm = FormValues<typeof taskTypeShape, 'depends_on_id'>

const NEW_TYPE = TaskTypeFields.omit({ name: true }).parse({})

/** The values of the form as they were stored. */
export const StoredTypeForm = fields.schema

type TaskTypeFormErrors = Partial<Record<keyof TaskTypeForm, string>>

/** The initial values of the form: those of `type`, or the defaults of a new type. */
export function taskTypeFormValues(type: TaskType | null): TaskTypeForm {
  return type ? fields.fromFields({ ...type, chunk_size: shownChunkSize(type) }) : fields.blank
}

/**
 * The request body for a form; `type` is null for a new type. A server that knows only the fields of the specification is
 * not sent another one, unless it was changed.
 * @throws ZodError if `validateTaskTypeForm` finds errors
 */
export function parseTaskTypeForm(form: TaskTypeForm, type: TaskType | null) {
  const fieldsOfForm = TaskTypeFields.parse(fields.toFields(form))
  const { alert_after_hours, skips_untouched, on_column_change, hold_loss_percent, ...others } = fieldsOfForm
  const { every_minutes, every_minutes_between, fresh_by, fresh_within_minutes, freshness_note, ...listed } = others
  const stored = type ?? NEW_TYPE
  return {
    ...listed,
    ...(alert_after_hours !== stored.alert_after_hours && { alert_after_hours }),
    ...(skips_untouched !== stored.skips_untouched && { skips_untouched }),
    ...(on_column_change !== stored.on_column_change && { on_column_change }),
    ...(hold_loss_percent !== stored.hold_loss_percent && { hold_loss_percent }),
    ...(every_minutes !== stored.every_minutes && { every_minutes }),
    ...(every_minutes_between !== stored.every_minutes_between && { every_minutes_between }),
    ...(fresh_by !== stored.fresh_by && { fresh_by }),
    ...(fresh_within_minutes !== stored.fresh_within_minutes && { fresh_within_minutes }),
    ...(freshness_note !== stored.freshness_note && { freshness_note }),
  }
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
  const parsed = TaskTypeFields.safeParse(fields.toFields(form))
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= message
  const dependsOnId = form.depends_on_id === null ? null : Number(form.depends_on_id)
  if (dependsOnId !== null && dependsOnId === typeId) {
    errors['depends_on_id'] = DEPENDS_ON_ITSELF
  } else if (closesLoop({ typeId, dependsOnId, types: types.map(dependencyOf) })) {
    errors['depends_on_id'] = CIRCULAR_DEPENDENCY
  }
  return errors
}

function dependencyOf(type: TaskType) {
  return { id: type.id, ...taskTypeSettings.fromFields(type) }
}
