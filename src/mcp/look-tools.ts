import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import type { Task } from '#contract/task.ts'
import { TaskStatus } from '#contract/task-progress.ts'
import { answer } from './answer.ts'
import { describeTask } from './describe-task.ts'
import { toolInput } from './tool-input.ts'

const MAX_LISTED = 100
/** Maximum tasks per spreadsheet, above the maximum number of tabs. */
const MAX_WRITERS = 1000
const MAX_LOG_LINES = 30
const READS_ONLY = { readOnlyHint: true, openWorldHint: false }

/** Tools that change nothing. An API token with the scope `read` is enough for them. */
export function addLookTools(server: McpServer, client: Client): void {
  server.registerTool(
    'find_tasks',
    {
      description: `Finds sync tasks by words of their names, notes or spreadsheets, and by status; at most ${MAX_LISTED}. Without anything, it lists the first ones.`,
      inputSchema: toolInput({ search: z.string().optional(), status: TaskStatus.optional() }),
      annotations: READS_ONLY,
    },
    ({ search, status }) =>
      answer(async () => {
        const query = { search, status, page: 1, limit: MAX_LISTED }
        const { syncTasks, matching } = await client.call(api.tasks.list, { query })
        return { says: { matching }, data: { tasks: syncTasks.map(describeTask) } }
      }),
  )
  server.registerTool(
    'whats_wrong',
    {
      description:
        'Lists what needs a person now, by cause: tasks that failed, are stuck, are held by a guard, did not run because of another one or ended with a warning, with what would fix them, and accounts whose access has expired. Ask explain_task why.',
      annotations: READS_ONLY,
    },
    () =>
      answer(async () => {
        const { attention, in_progress, last_night } = await client.call(api.overview.get)
        return { says: { in_progress: in_progress.count }, data: { attention, last_night } }
      }),
  )
  server.registerTool(
    'explain_task',
    {
      description:
        'Says why a task is as it is: its status, what is wrong and since when, what holds it, what would fix it, and the end of its log.',
      inputSchema: toolInput({ task_id: z.int().min(1) }),
      annotations: READS_ONLY,
    },
    ({ task_id }) =>
      answer(async () => {
        const params = { id: task_id }
        const [task, { incidents }, log] = await Promise.all([
          client.call(api.tasks.get, { params }),
          client.call(api.incidents.ofTask, { params }),
          client.call(api.taskLogs.list, { params }),
        ])
        const { hold, fix_action, access_problem, conflicts } = task
        const lines = log.slice(-MAX_LOG_LINES).map(({ level, message, timestamp }) => ({ level, message, timestamp }))
        const reasons = { wrong: incidents, hold, fix_action, access_problem, conflicts }
        return { data: { ...describeTask(task), ...reasons, log: lines } }
      }),
  )
  server.registerTool(
    'is_sheet_fresh',
    {
      description:
        'Says whether a spreadsheet, given as an ID or a link, is up to date: for each task that writes to it, or to one tab of it, when it last succeeded, whether it runs now or has failed since, and when it runs next. It is fresh if the last run succeeded; preview_tasks says whether the source has changed since.',
      inputSchema: toolInput({ spreadsheet: z.string().min(1), tab: z.string().optional() }),
      annotations: READS_ONLY,
    },
    ({ spreadsheet, tab }) =>
      answer(async () => {
        const query = { target_ss_id: spreadsheetIdFrom(spreadsheet), limit: MAX_WRITERS }
        const { syncTasks } = await client.call(api.tasks.list, { query })
        const writers = syncTasks.filter(({ target_sheet_name }) => tab === undefined || target_sheet_name === tab)
        const tasks_that_write_to_it = writers.map((task) => ({ ...describeTask(task), is_fresh: isFresh(task) }))
        return { data: { tasks_that_write_to_it } }
      }),
  )
}

function isFresh({ task_status }: Task): boolean {
  return task_status === 'Success'
}
