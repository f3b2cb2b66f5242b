import type { TaskTypeChange, TaskTypeFields } from '#contract/task-type.ts'

/** A task type's fields after a change: what the change does not say stays. */
export function changedTypeFields({
  fields,
  change,
}: {
  fields: TaskTypeFields
  change: TaskTypeChange
}): TaskTypeFields {
  return {
    name: change.name ?? fields.name,
    allowed_concurrent_tasks: change.allowed_concurrent_tasks ?? fields.allowed_concurrent_tasks,
    depends_on_id: change.depends_on_id === undefined ? fields.depends_on_id : change.depends_on_id,
    queue_delay_seconds: change.queue_delay_seconds ?? fields.queue_delay_seconds,
    max_retries: change.max_retries ?? fields.max_retries,
    retry_delay_seconds: change.retry_delay_seconds ?? fields.retry_delay_seconds,
    chunk_size: change.chunk_size ?? fields.chunk_size,
  }
}

export function isSameTypeFields(one: TaskTypeFields, other: TaskTypeFields): boolean {
  return (
    one.name === other.name &&
    one.allowed_concurrent_tasks === other.allowed_concurrent_tasks &&
    one.depends_on_id === other.depends_on_id &&
    one.queue_delay_seconds === other.queue_delay_seconds &&
    one.max_retries === other.max_retries &&
    one.retry_delay_seconds === other.retry_delay_seconds &&
    one.chunk_size === other.chunk_size
  )
}
