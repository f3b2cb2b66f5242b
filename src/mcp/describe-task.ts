import { z } from 'zod'
import type { Task } from '#contract/task.ts'
import { taskPage } from './links.ts'
import type { ToolParts } from './tool-parts.ts'

const Place = z.looseObject({ id: z.string(), spreadsheet: z.string(), tab: z.string().optional() })

/** Schema of a task in answers. */
export const DescribedTask = z.looseObject({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  source: Place.optional(),
  target: Place.optional(),
  page: z.string().optional(),
})

/** Picks the fields that describe the copy and the state of a task. */
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

/** Schema of a task in a list. */
export const ListedTask = z.looseObject({
  id: z.int(),
  name: z.string(),
  type: z.string().optional().describe('without it, that of the task before'),
  status: z.string().optional().describe('without it, Success'),
  succeeded: z.string().optional().describe('the time of today, in UTC, or the date'),
})

/** Maximum length of a list, to stay under 4,000 tokens. */
const MAX_LIST_BYTES = 11_500
/** Maximum length of a name that is not shortened. */
const MAX_NAME_LENGTH = 200
/** Minimum length of a shortened name. */
const MIN_NAME_LENGTH = 20

/** Lists tasks briefly, without usual values. If the list is too long, names lose their middle. */
export function listTasks(tasks: readonly Task[], now = new Date()) {
  const today = now.toISOString().slice(0, DATE_LENGTH)
  const listed = tasks.map((task, index) => ({
    ...{ id: task.id, name: task.name },
    type: task.task_type.id === tasks[index - 1]?.task_type.id ? undefined : task.task_type.name,
    status: task.task_status === 'Success' ? undefined : task.task_status,
    is_inactive: task.is_active ? undefined : true,
    is_late: task.freshness?.state === 'late' ? true : undefined,
    succeeded: task.last_successful_run === null ? undefined : shortTime(task.last_successful_run, today),
  }))
  const shorten = (length: number) => listed.map((task) => ({ ...task, name: withoutMiddle(task.name, length) }))
  let length = MAX_NAME_LENGTH
  while (length > MIN_NAME_LENGTH && Buffer.byteLength(JSON.stringify(shorten(length))) > MAX_LIST_BYTES) length -= 2
  return shorten(length)
}

const DATE_LENGTH = 'YYYY-MM-DD'.length

function shortTime(time: string, today: string): string {
  const date = time.slice(0, DATE_LENGTH)
  return date === today ? time.slice(DATE_LENGTH + 1, 'YYYY-MM-DDTHH:MM'.length) : date
}

function withoutMiddle(name: string, length: number): string {
  if (name.length <= length) return name
  return `${name.slice(0, Math.ceil(length / 2))}…${name.slice(-Math.floor(length / 2) + 1)}`
}
