import { z } from 'zod'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { MAX_PREVIEWED_TASKS, type Preview } from '#contract/preview.ts'
import type { ToolAnswer } from './answer.ts'
import { listRuns, waitForEnd } from './list-runs.ts'
import { defineTool, type Tool } from './tool.ts'
import { actOnceConfirmed, confirmation, previewSays, type ToolParts } from './tool-parts.ts'
import { waitUntil } from './wait-until.ts'

const taskIds = z.array(z.int().min(1)).min(1).max(MAX_PREVIEWED_TASKS)
const previewId = z.int().min(1).optional()
const readPreviewSays = { preview_id: z.int(), is_in_progress: z.boolean(), expires_at: z.string().nullable() }
const previewed = z.array(z.looseObject({ task_id: z.int(), status: z.string() }))
const runs = z.array(z.looseObject({ run_id: z.int(), task_id: z.int(), status: z.string() }))

/** Creates the tools that preview, run and follow tasks. */
export function createRunTools(parts: ToolParts): Tool[] {
  const { client } = parts
  const startPreview = async (task_ids: number[] | undefined) =>
    (await client.call(api.previews.start, { body: { task_ids } })).id
  return [
    defineTool({
      name: 'list_runs',
      summary: 'lists runs and the waves that started together, and waits until the newest run has ended',
      description:
        'Lists runs, newest first, of one task or of all tasks in the last hours, and the waves of runs that one request or scheduled time started together, whose IDs undo_runs takes. With until_done it first waits, for up to 40 seconds, until the newest run has ended: call it again to go on waiting.',
      scope: 'read',
      input: {
        task_id: z.int().min(1).optional(),
        hours: z.int().min(1).max(168).optional().describe('24 by default; of a task, the last 10 runs'),
        until_done: z.boolean().optional(),
      },
      says: { is_done: z.boolean(), is_cut: z.boolean().describe('whether there are earlier runs') },
      data: { runs, waves: z.array(z.looseObject({ wave_id: z.string() })) },
      run: (asked) => listRuns(parts, asked),
    }),
    defineTool({
      name: 'preview_tasks',
      summary: 'shows what runs would change',
      description:
        'Shows what runs of these tasks would change in their targets, without changing anything. A preview that is not done yet is read again with its preview_id.',
      scope: 'run',
      input: { task_ids: taskIds.optional(), preview_id: previewId },
      says: readPreviewSays,
      data: { tasks: previewed },
      async run({ task_ids, preview_id }) {
        if (preview_id === undefined && task_ids === undefined)
          return { says: { problem: 'Give task_ids or preview_id' } }
        return describePreview(await waitForPreview(parts, preview_id ?? (await startPreview(task_ids))))
      },
    }),
    defineTool({
      name: 'run_tasks',
      summary: 'runs tasks after a preview',
      description:
        'Runs tasks now, in two calls. The first one, with task_ids alone, only previews what would change. Show that to the person, and call again with the preview_id and the confirmation once they agree: it answers when they are done, or after 40 seconds, and list_runs with until_done waits on. A preview that is not done yet has no confirmation: call again with its preview_id. Tasks that a guard would hold are held: a person accepts that in the app.',
      scope: 'run',
      input: { task_ids: taskIds, preview_id: previewId, confirmation },
      says: { ...previewSays, ...readPreviewSays, nothing_has_run: z.string(), is_done: z.boolean() },
      data: { tasks: previewed, runs, status: z.string(), message: z.string() },
      changes: 'replaces',
      async run({ task_ids, preview_id, confirmation: given }) {
        if (preview_id === undefined && given !== undefined)
          return nothingHasRun('Give the preview_id that came with the confirmation.')
        const preview = await waitForPreview(parts, preview_id ?? (await startPreview(task_ids)))
        const problem = preview_id === undefined ? undefined : await findPreviewProblem(client, { preview, task_ids })
        if (problem !== undefined) return nothingHasRun(problem)
        const { id } = preview
        const shown = describePreview(preview)
        if (preview.is_in_progress) return shown
        const unread = preview.tasks.filter(({ task_id, status }) => task_ids.includes(task_id) && status !== 'done')
        if (unread.length > 0) {
          const ids = unread.map(({ task_id }) => task_id).join(', ')
          const nothing_has_run = `Preview ${id} could not read tasks ${ids}. Fix their errors, or run only the other tasks.`
          return { ...shown, says: { nothing_has_run, ...shown.says } }
        }
        const nothing_has_changed_yet = `To run, call again with preview_id ${id} and the confirmation.`
        return await actOnceConfirmed(parts, {
          content: { tool: 'run_tasks', preview_id: id, task_ids: [...task_ids].sort((one, other) => one - other) },
          confirmation: given,
          preview: { ...shown, says: { nothing_has_changed_yet, ...shown.says } },
          async act() {
            const body = { task_ids, copy_anyway: false }
            const outcome = await client.call(api.previews.run, { params: { id }, body })
            const { isDone, described } = await waitForEnd(parts, task_ids)
            return { says: { is_done: isDone }, data: { ...outcome, runs: described } }
          },
        })
      },
    }),
  ]
}

/** Finds the reason why a preview does not fit: it is somebody else's, or shows other tasks; undefined if it fits. */
async function findPreviewProblem(
  client: Client,
  { preview, task_ids }: { preview: Preview; task_ids: readonly number[] },
): Promise<string | undefined> {
  const { user } = await client.call(api.auth.check)
  if (preview.created_by !== user?.email) return `Preview ${preview.id} was made for somebody else.`
  const unseen = task_ids.filter((id) => !preview.tasks.some(({ task_id }) => task_id === id))
  return unseen.length > 0 ? `Preview ${preview.id} does not show tasks ${unseen.join(', ')}.` : undefined
}

function nothingHasRun(reason: string): ToolAnswer {
  return { says: { nothing_has_run: reason } }
}

async function waitForPreview({ client }: ToolParts, id: number): Promise<Preview> {
  const read = () => client.call(api.previews.get, { params: { id } })
  return await waitUntil(read, ({ is_in_progress }) => !is_in_progress)
}

function describePreview({ id, is_in_progress, expires_at, tasks }: Preview): ToolAnswer {
  const described = tasks.map(({ task_id, task_name, status, error, fix_action, result }) => ({
    task_id,
    task_name,
    status,
    error,
    fix_action,
    changes: result,
  }))
  return { says: { preview_id: id, is_in_progress, expires_at }, data: { tasks: described } }
}
