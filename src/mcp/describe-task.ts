import { z } from 'zod'
import type { Task } from '#contract/task.ts'
import { taskPage } from './links.ts'
import type { ToolParts } from './tool-parts.ts'

const Place = z.looseObject({ id: z.string(), spreadsheet: z.string(), tab: z.string().optional() })

/** A task as tools describe it. */
export const DescribedTask = z.looseObject({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  source: Place.optional(),
  target: Place.optional(),
  page: z.string().optional(),
})

/** The fields of a task that describe its copy and its state. */
export function describeTask(parts: Pick<ToolParts, 'baseUrl'>, task: Task) {
  return {
    id: task.id,
    name: task.name,
    type: task.task_type.name,
    source: place(task.source_ss_id, task.source_ss_name, task.source_sheet_name),
    target: place(task.target_ss_id, task.target_ss_name, task.target_sheet_name),
    status: task.task_status,
    is_active: task.is_active,
    waiting_for: task.waiting_for,
    last_successful_run: task.last_successful_run,
    next_run_at: task.next_run_at,
    freshness: task.freshness,
    page: taskPage(parts, task.id),
  }
}

function place(id: string, title: string | null, tab: string) {
  return { id, spreadsheet: title ?? id, tab: tab === '' ? null : tab }
}

/** As many tasks as a list has, in few words. */
export function summarizeTask({ id, name, task_type, task_status, is_active, last_successful_run, freshness }: Task) {
  return {
    id,
    name,
    type: task_type.name,
    status: task_status,
    is_inactive: is_active ? null : true,
    is_late: freshness?.state === 'late' ? true : null,
    succeeded: last_successful_run?.slice(0, 'YYYY-MM-DDTHH:MM'.length),
  }
}
