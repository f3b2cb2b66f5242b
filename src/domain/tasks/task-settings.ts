import type { TaskChange, TaskFields } from '#contract/task-fields.ts'

/** What a person may set of a task, as it is kept. */
export interface TaskSettings {
  taskTypeId: number
  name: string
  sourceSsId: string
  targetSsId: string
  sourceSheetName: string
  targetSheetName: string
  scheduledTimes: string[]
  relevantUserAccounts: string
  chunkSize: number
  startRow: number
  maxConcurrentTasks: number | null
  isActive: boolean
}

/** A new task as it is kept; `chunkSize` is its type's. */
export function settingsOfNew({
  id,
  fields,
  chunkSize,
}: {
  id: number
  fields: TaskFields
  chunkSize: number
}): TaskSettings {
  return named(id, {
    taskTypeId: fields.sync_task_type_id,
    name: fields.name,
    sourceSsId: fields.source_ss_id,
    targetSsId: fields.target_ss_id,
    sourceSheetName: fields.source_sheet_name,
    targetSheetName: fields.target_sheet_name,
    scheduledTimes: fields.scheduled_times,
    relevantUserAccounts: fields.relevant_user_accounts,
    chunkSize: fields.chunk_size ?? chunkSize,
    startRow: fields.start_row,
    maxConcurrentTasks: fields.max_concurrent_tasks,
    isActive: fields.is_active,
  })
}

/** A task after a change: what the change does not say stays. */
export function changedSettings({
  task,
  change,
}: {
  task: TaskSettings & { id: number }
  change: TaskChange
}): TaskSettings {
  return named(task.id, {
    taskTypeId: change.sync_task_type_id ?? task.taskTypeId,
    name: change.name ?? task.name,
    sourceSsId: change.source_ss_id ?? task.sourceSsId,
    targetSsId: change.target_ss_id ?? task.targetSsId,
    sourceSheetName: change.source_sheet_name ?? task.sourceSheetName,
    targetSheetName: change.target_sheet_name ?? task.targetSheetName,
    scheduledTimes: change.scheduled_times ?? task.scheduledTimes,
    relevantUserAccounts: change.relevant_user_accounts ?? task.relevantUserAccounts,
    chunkSize: change.chunk_size ?? task.chunkSize,
    startRow: change.start_row ?? task.startRow,
    maxConcurrentTasks:
      change.max_concurrent_tasks === undefined ? task.maxConcurrentTasks : change.max_concurrent_tasks,
    isActive: change.is_active ?? task.isActive,
  })
}

/** A task without a name goes by its source tab, else its target tab, else its number. */
function named(id: number, settings: TaskSettings): TaskSettings {
  const { name, sourceSheetName, targetSheetName } = settings
  return { ...settings, name: name || sourceSheetName || targetSheetName || `Sync Task ${id}` }
}

export function isSameSettings(one: TaskSettings, other: TaskSettings): boolean {
  return (
    one.taskTypeId === other.taskTypeId &&
    one.name === other.name &&
    one.sourceSsId === other.sourceSsId &&
    one.targetSsId === other.targetSsId &&
    one.sourceSheetName === other.sourceSheetName &&
    one.targetSheetName === other.targetSheetName &&
    one.scheduledTimes.join() === other.scheduledTimes.join() &&
    one.relevantUserAccounts === other.relevantUserAccounts &&
    one.chunkSize === other.chunkSize &&
    one.startRow === other.startRow &&
    one.maxConcurrentTasks === other.maxConcurrentTasks &&
    one.isActive === other.isActive
  )
}
