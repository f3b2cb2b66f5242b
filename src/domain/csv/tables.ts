import { taskShape } from '#contract/task-fields.ts'
import { taskTypeShape } from '#contract/task-type.ts'
import { csvTable, type ParsedRow } from './columns.ts'

/** Files have no such column: the name itself shows whether somebody chose it. */
const { has_own_name: _hasOwnName, ...taskColumns } = taskShape

export type ParsedTask = ParsedRow<typeof taskColumns>
export type ParsedTaskType = ParsedRow<typeof taskTypeShape>

export const taskTable = csvTable(taskColumns, { field: 'sync_task_type_id', column: 'task_type' })
/** Columns required to create a task. Any other missing column changes nothing. */
export const requiredTaskColumns: readonly string[] = ['task_type', 'source_ss_id', 'target_ss_id']

export const taskTypeTable = csvTable(taskTypeShape, { field: 'depends_on_id', column: 'depends_on' })
export const requiredTaskTypeColumns: readonly string[] = ['name']
