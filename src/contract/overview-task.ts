import { z } from 'zod'
import { Id } from './field.ts'

/** The fields that identify a task on a line of the overview. */
export const OverviewTask = z.object({
  id: Id,
  name: z.string(),
  source_sheet_name: z.string(),
  target_sheet_name: z.string(),
  sync_task_type_id: Id,
  task_type_name: z.string(),
})
export type OverviewTask = z.infer<typeof OverviewTask>

/** The prerequisite that kept a task from running. */
export const StoppingTask = z.object({ id: Id, name: z.string(), task_type_name: z.string() })
export type StoppingTask = z.infer<typeof StoppingTask>
