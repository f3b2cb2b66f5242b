import { setTimeout as delay } from 'node:timers/promises'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { MAX_PREVIEWED_TASKS, type Preview } from '#contract/preview.ts'
import { answer, type ToolAnswer } from './answer.ts'
import { toolInput } from './tool-input.ts'

const POLL_MS = 500
/** Maximum wait for a preview, below the time after which clients give a call up. */
const MAX_WAIT_MS = 40_000

const taskIds = z.array(z.int().min(1)).min(1).max(MAX_PREVIEWED_TASKS)
const previewId = z.int().min(1).optional()

/** Tools that preview and run tasks. They need an API token with the scope `run`. */
export function addRunTools(server: McpServer, client: Client): void {
  server.registerTool(
    'preview_tasks',
    {
      description:
        'Shows what runs of these tasks would change in their targets, without changing anything. A preview that is not done yet is read again with its preview_id.',
      inputSchema: toolInput({ task_ids: taskIds.optional(), preview_id: previewId }),
      annotations: { readOnlyHint: true },
    },
    ({ task_ids, preview_id }) =>
      answer(async () => {
        if (preview_id === undefined && task_ids === undefined)
          return { says: { problem: 'Give task_ids or preview_id' } }
        const id = preview_id ?? (await client.call(api.previews.start, { body: { task_ids } })).id
        return describePreview(await waitForPreview(client, id))
      }),
  )
  server.registerTool(
    'run_tasks',
    {
      description:
        'Runs tasks, in two calls. The first one, with task_ids alone, only previews what would change. Show that to the person, and call again with the preview_id once they agree. Tasks that a guard would hold are held: a person accepts that in the app.',
      inputSchema: toolInput({ task_ids: taskIds, preview_id: previewId }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    },
    ({ task_ids, preview_id }) =>
      answer(async () => {
        if (preview_id === undefined) {
          const { id } = await client.call(api.previews.start, { body: { task_ids } })
          const preview = describePreview(await waitForPreview(client, id))
          return {
            ...preview,
            says: { nothing_has_run_yet: `To run, call again with preview_id ${id}.`, ...preview.says },
          }
        }
        const [preview, { user }] = await Promise.all([
          client.call(api.previews.get, { params: { id: preview_id } }),
          client.call(api.auth.check),
        ])
        if (preview.created_by !== user?.email)
          return nothingHasRun(`Preview ${preview_id} was made for somebody else.`)
        const done = preview.tasks.filter(({ status }) => status === 'done').map(({ task_id }) => task_id)
        const unseen = task_ids.filter((id) => !done.includes(id))
        if (unseen.length > 0) return nothingHasRun(`Preview ${preview_id} does not show tasks ${unseen.join(', ')}.`)
        const body = { task_ids, copy_anyway: false }
        return { data: await client.call(api.previews.run, { params: { id: preview_id }, body }) }
      }),
  )
}

function nothingHasRun(reason: string): ToolAnswer {
  return { says: { nothing_has_run: reason } }
}

async function waitForPreview(client: Client, id: number): Promise<Preview> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const preview = await client.call(api.previews.get, { params: { id } })
    if (!preview.is_in_progress || waitedMs >= MAX_WAIT_MS) return preview
    await delay(POLL_MS)
  }
}

function describePreview({ id, is_in_progress, expires_at, tasks }: Preview): ToolAnswer {
  const previewed = tasks.map(({ task_id, task_name, status, error, fix_action, result }) => ({
    task_id,
    task_name,
    status,
    error,
    fix_action,
    changes: result,
  }))
  return { says: { preview_id: id, is_in_progress, expires_at }, data: { tasks: previewed } }
}
