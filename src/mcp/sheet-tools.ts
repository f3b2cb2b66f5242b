import { z } from 'zod'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import { describeFreshnessCause } from '#domain/freshness/cause-text.ts'
import { isOverdue } from '#domain/schedule/is-overdue.ts'
import { DescribedTask, describeTask } from './describe-task.ts'
import { findSheet, listTasks } from './find-sheet.ts'
import { readLinkTemplate } from './links.ts'
import { showChanges } from './show-changes.ts'
import { defineTool, type Tool } from './tool.ts'
import type { ToolParts } from './tool-parts.ts'

/** Maximum tasks described; late tasks come first. */
const MAX_DESCRIBED = 20

const sheet = z.string().min(1).describe('title, link or ID of the spreadsheet')
const tab = z.string().optional().describe('only this tab')

/** Creates the tools about a spreadsheet that tasks write to. They need an API token with the scope `read`. */
export function createSheetTools(parts: ToolParts): Tool[] {
  const { client } = parts
  return [
    defineTool({
      name: 'is_sheet_fresh',
      summary:
        'says whether a spreadsheet, given by its title, link or ID, keeps its [promise](../use/freshness.md); without one, whether its tasks ran as scheduled',
      description:
        'Says whether a spreadsheet, given by its title, link or ID, is fresh or old: for each task that writes to it, or to one tab of it, whether it keeps its promise, or without one, whether the last scheduled run succeeded; when the target last equaled its source, and when the task runs next. Ask explain_task why it is old.',
      scope: 'read',
      input: { spreadsheet: sheet, tab },
      says: {
        is_fresh: z.boolean().describe('whether all of it is'),
        tasks: z.int().describe(`how many tasks write to it, of which at most ${MAX_DESCRIBED} are described`),
        spreadsheet_link: z.string(),
      },
      data: {
        tasks_that_write_to_it: z.array(DescribedTask.extend({ is_fresh: z.boolean(), why: z.string() })),
        similar_targets: z.array(z.string()),
      },
      async run({ spreadsheet, tab: wantedTab }) {
        const { writers, isSource, similar } = await findSheet(client, { sheet: spreadsheet, tab: wantedTab })
        if (writers.length === 0) return { says: { problem: noWriters(isSource) }, data: { similar_targets: similar } }
        const types = await client.call(api.taskTypes.list)
        const following = new Set(types.filter(({ after_source }) => after_source).map(({ id }) => id))
        const judge = async (task: Task) => {
          const follows = task.after_source ?? following.has(task.sync_task_type_id)
          const isFilled = follows && !isScheduled(task) && (await isSourceFilled(client, task))
          return { task, ...judgeFreshness(task, { isStarted: isScheduled(task) || isFilled }) }
        }
        const judged = await Promise.all(writers.map(judge))
        const stale = judged.filter(({ is_fresh }) => !is_fresh)
        const described = [...stale, ...judged.filter(({ is_fresh }) => is_fresh)].slice(0, MAX_DESCRIBED)
        return {
          says: {
            is_fresh: stale.length === 0,
            tasks: writers.length,
            spreadsheet_link: await readLinkTemplate(client),
          },
          data: {
            tasks_that_write_to_it: described.map(({ task, ...judgment }) => ({
              ...describeTask(parts, task),
              ...judgment,
            })),
          },
        }
      },
    }),
    defineTool({
      name: 'show_changes',
      summary: 'shows what runs changed in a spreadsheet since a time, and who changed its tasks',
      description:
        'Shows what changed in a spreadsheet since a time, by the runs of the tasks that write to it, with the first changed cells, and who changed those tasks. Give a spreadsheet by its title, link or ID, or a task.',
      scope: 'read',
      input: {
        spreadsheet: sheet.optional(),
        task_id: z.int().min(1).optional(),
        since: z
          .string()
          .optional()
          .describe('yesterday, today, a date, or an age such as 12h or 7d; yesterday by default'),
      },
      says: {
        since: z.string(),
        complete_since: z.string().describe('without it, all since then is known; with it, older changes are missing'),
        tasks: z.int().describe('how many tasks write to it'),
        tasks_read: z.int().describe('without it, all'),
      },
      data: { runs: z.array(z.looseObject({})), task_changes: z.array(z.looseObject({})) },
      run: (asked) => showChanges(parts, asked),
    }),
  ]
}

function noWriters(isSource: boolean): string {
  return isSource
    ? 'No task writes to this spreadsheet: tasks only read it, so Nano Sync cannot make it old or fresh.'
    : 'No task writes to a spreadsheet with this title, link or ID, or to a tab of this name. Ask for the link, or look with find_tasks.'
}

function isScheduled({ next_run_at, on_edit_rule }: Task): boolean {
  return next_run_at !== null || on_edit_rule !== null
}

/** Whether another active task writes to a source of a task. */
async function isSourceFilled(client: Client, task: Task): Promise<boolean> {
  const sources = [task, ...task.more_sources].flatMap(({ source_ss_id }) => source_ss_id ?? [])
  const fillers = await listTasks(client, [...new Set(sources)], 'target_ss_id')
  return fillers.some(({ id, is_active }) => is_active && id !== task.id)
}

/** Judges freshness by the task's promise, if any. A promise may still be kept although the last run failed. */
function judgeFreshness(task: Task, { isStarted }: { isStarted: boolean }): { is_fresh: boolean; why: string } {
  const { freshness, last_successful_run: succeededAt, task_status: status, is_active } = task
  if (freshness) {
    const { state, seen_equal_at, due_at, cause } = freshness
    const why = cause === null ? '' : `, because ${describeFreshnessCause(cause)}`
    if (state === 'late') return { is_fresh: false, why: `later than promised, since ${due_at}${why}` }
    if (seen_equal_at === null) return { is_fresh: false, why: 'never copied' }
    return { is_fresh: true, why: `keeps its promise until ${due_at ?? 'further notice'}` }
  }
  if (succeededAt === null) return { is_fresh: false, why: 'never copied; nothing is promised' }
  if (!is_active || !isStarted)
    return { is_fresh: false, why: `${is_active ? 'unscheduled' : 'inactive'}, last copied on ${succeededAt}` }
  if (isOverdue(task)) return { is_fresh: false, why: 'no run has succeeded since its last scheduled time' }
  if (status === 'Error' || status === 'Failed')
    return { is_fresh: false, why: 'the last run failed; nothing is promised' }
  if (task.hold) return { is_fresh: false, why: 'the last run is held; nothing is promised' }
  return { is_fresh: true, why: 'copied as scheduled; nothing is promised' }
}
