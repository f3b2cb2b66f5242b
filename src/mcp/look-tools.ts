import { z } from 'zod'
import { api } from '#contract/api.ts'
import { TaskStatus } from '#contract/task-progress.ts'
import { DescribedTask, describeTask, ListedTask, listTasks } from './describe-task.ts'
import { taskPage } from './links.ts'
import { defineTool, type Tool } from './tool.ts'
import type { ToolParts } from './tool-parts.ts'

const MAX_LISTED = 100
const MAX_LOG_LINES = 30

/** Creates the tools that find tasks and their problems. They need an API token with the scope `read`. */
export function createLookTools(parts: ToolParts): Tool[] {
  const { client } = parts
  return [
    defineTool({
      name: 'find_tasks',
      summary: 'finds tasks by words and status; 100 tasks take fewer than 4,000 tokens',
      description: `Finds sync tasks by words of their names, notes or spreadsheets, and by status; at most ${MAX_LISTED}. Without anything, it lists the first ones. A task without a type has that of the task before; one without a status has succeeded. explain_task says more about one.`,
      scope: 'read',
      input: { search: z.string().optional(), status: TaskStatus.optional() },
      says: { matching: z.int(), task_page: z.string().describe('the page of a task, with {id} for its ID') },
      data: { tasks: z.array(ListedTask) },
      async run({ search, status }) {
        const query = { search, status, page: 1, limit: MAX_LISTED }
        const { syncTasks, matching } = await client.call(api.tasks.list, { query })
        return {
          says: { matching, task_page: taskPage(parts, '{id}') },
          data: { tasks: listTasks(syncTasks) },
        }
      },
    }),
    defineTool({
      name: 'whats_wrong',
      summary: 'lists what needs a person, with the last line of each log, how last night went, and a pause',
      description:
        'Lists what needs a person now, by cause: tasks that failed, are stuck, are held by a guard, did not run because of another one or ended with a warning, with what would fix them, accounts whose access has expired, how last night went, and a pause of everything. Ask explain_task why.',
      scope: 'read',
      input: {},
      says: { in_progress: z.int(), late: z.int(), task_page: z.string() },
      data: { attention: z.looseObject({}), last_night: z.looseObject({}), pause: z.looseObject({}) },
      async run() {
        const [{ attention, in_progress, last_night, freshness }, { pause }] = await Promise.all([
          client.call(api.overview.get),
          client.call(api.pauses.get),
        ])
        return {
          says: { in_progress: in_progress.count, late: freshness.late, task_page: taskPage(parts, '{id}') },
          data: { attention, last_night, pause, late_tasks: freshness.late_tasks },
        }
      },
    }),
    defineTool({
      name: 'explain_task',
      summary:
        'says why a task is as it is: what is wrong and since when, what holds it, what would fix it, the end of its log',
      description:
        'Explains the state of a task, and why its target is out of date: its status, what is wrong and since when, what holds it or makes it wait, what would fix it, and the end of its log.',
      scope: 'read',
      input: { task_id: z.int().min(1) },
      data: { ...DescribedTask.shape, log: z.array(z.looseObject({ level: z.string(), message: z.string() })) },
      async run({ task_id }) {
        const params = { id: task_id }
        const [task, { incidents }, log] = await Promise.all([
          client.call(api.tasks.get, { params }),
          client.call(api.incidents.ofTask, { params }),
          client.call(api.taskLogs.list, { params }),
        ])
        const { hold, fix_action, access_problem, on_edit_problem, conflicts } = task
        const lines = log.slice(-MAX_LOG_LINES).map(({ level, message, timestamp }) => ({ level, message, timestamp }))
        const reasons = { wrong: incidents, hold, fix_action, access_problem, on_edit_problem, conflicts }
        return { data: { ...describeTask(parts, task), ...reasons, log: lines } }
      },
    }),
  ]
}
