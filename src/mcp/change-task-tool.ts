import { isDeepStrictEqual as isDeepEqual } from 'node:util'
import { z } from 'zod'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import type { ToolAnswer } from './answer.ts'
import { DescribedTask, describeTask } from './describe-task.ts'
import { findBodyProblem } from './find-body-problem.ts'
import { findShapeProblem, findTabProblem, sourceProblemData } from './find-source-problem.ts'
import { readFile } from './look-up-file.ts'
import { taskSettings } from './task-settings.ts'
import { defineTool, type Tool } from './tool.ts'
import { actOnceConfirmed, confirmation, previewSays, type ToolParts } from './tool-parts.ts'

const changes = {
  name: z.string().optional(),
  notes: z.string().optional(),
  is_active: z.boolean().optional(),
  source_sheet_name: z.string().optional().describe('the tab to copy from'),
  target_sheet_name: z.string().optional().describe('the tab to copy to'),
  paused_until: z
    .string()
    .optional()
    .describe('the first date on which its schedule runs again, such as 2026-01-31; empty ends its pause'),
  ...taskSettings,
}

/** Creates the tool that changes a task. It needs an API token with the scope `manage`. */
export function createChangeTaskTool(parts: ToolParts): Tool {
  const { client } = parts
  return defineTool({
    name: 'change_task',
    summary: 'changes a task after showing each field before and after',
    description:
      'Changes a task, in two calls: its name, notes, tabs, schedule, columns and rows, and whether it is active. The first call only shows each field before and after. Show that to the person, and call again with the same values and the confirmation once they agree.',
    scope: 'manage',
    input: {
      task_id: z.int().min(1),
      ...changes,
      confirmation,
    },
    says: previewSays,
    data: {
      would_change: z.looseObject({}),
      changed: DescribedTask,
      warnings: z.array(z.string()),
      ...sourceProblemData,
    },
    changes: 'replaces',
    async run({ task_id, confirmation, ...values }) {
      const params = { id: task_id }
      const task = await client.call(api.tasks.get, { params })
      const given = Object.entries(values)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [field, field === 'paused_until' && value === '' ? null : value] as const)
      if (given.length === 0)
        return { says: { problem: `Give a field to change: ${Object.keys(changes).join(', ')}.` } }
      const before: Readonly<Record<string, unknown>> = task
      const changing = given.filter(([field, after]) => !isDeepEqual(before[field], after))
      if (changing.length === 0)
        return { says: { problem: 'It is so already.' }, data: { task: describeTask(parts, task) } }
      const body = Object.fromEntries(changing)
      const problem = findBodyProblem(api.tasks.update, body)
      if (problem !== undefined) return { says: { problem } }
      const endProblem = await findEndProblem(client, { task, body })
      if (endProblem) return endProblem
      const fields = changing.map(([field, after]) => [field, { before: before[field], after }] as const)
      return await actOnceConfirmed(parts, {
        content: { tool: 'change_task', task_id, fields },
        confirmation,
        preview: { data: { task: task.name, would_change: nameNulls(fields) } },
        async act() {
          const changed = await client.call(api.tasks.update, { params, body })
          return { data: { changed: describeTask(parts, changed), warnings: changed.warnings } }
        },
      })
    },
  })
}

/** Replaces nulls with `none`, because answers leave nulls out and would hide a cleared field. */
function nameNulls(fields: readonly (readonly [string, { before: unknown; after: unknown }])[]): object {
  const named = fields.map(([field, { before, after }]) => [
    field,
    { before: before ?? 'none', after: after ?? 'none' },
  ])
  return Object.fromEntries(named)
}

/** Finds a missing tab of the source or target, or missing source columns. Skips the columns of a task with several sources. */
async function findEndProblem(
  client: Client,
  { task, body }: { task: Task; body: z.input<typeof api.tasks.update.body> },
): Promise<ToolAnswer | undefined> {
  const { target_sheet_name: targetTab, source_sheet_name: tab = '', columns = '', rows = '' } = { ...task, ...body }
  if (targetTab !== undefined && targetTab !== task.target_sheet_name) {
    const target = await readFile(client, task.target_ss_id)
    const missing = findTabProblem(target, { tab: targetTab, end: 'target' })
    if (missing !== undefined) return missing
  }
  if (tab === task.source_sheet_name && columns === task.columns && rows === task.rows) return undefined
  const missing = findTabProblem(await readFile(client, task.source_ss_id), { tab, end: 'source' })
  if (missing !== undefined || task.more_sources.length > 0) return missing
  return await findShapeProblem(client, { id: task.source_ss_id, tab, start_row: task.start_row, columns, rows })
}
