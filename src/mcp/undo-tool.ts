import { z } from 'zod'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { MAX_UNDONE_TASKS } from '#contract/undo.ts'
import type { ToolAnswer } from './answer.ts'
import { defineTool, type Tool } from './tool.ts'
import { actOnceConfirmed, confirmation, previewSays, type ToolParts } from './tool-parts.ts'

/** Creates the tool that undoes runs. It needs an API token with the scope `manage`. */
export function createUndoTool(parts: ToolParts): Tool {
  const { client } = parts
  return defineTool({
    name: 'undo_runs',
    summary:
      'undoes the runs of a wave, or the last ones of tasks, or one target of a task that hands rows out, after listing them',
    description:
      'Undoes what runs changed in their targets, in two calls: the runs of a wave, such as those of last night, or the last changing run of some tasks; list_runs has the IDs. Cells that somebody edited since keep the edit. The first call only lists what would be undone. Show that to the person, and call again with the same values and the confirmation once they agree.',
    scope: 'manage',
    input: {
      wave_id: z.string().overwrite(cleanText).optional(),
      task_ids: z.array(z.int().min(1)).min(1).max(MAX_UNDONE_TASKS).optional(),
      value: z
        .string()
        .overwrite(cleanText)
        .optional()
        .describe('with one task that hands rows out: only the target of this value is undone'),
      confirmation,
    },
    says: { ...previewSays, cells: z.int() },
    data: {
      would_undo: z.array(z.looseObject({ task_id: z.int(), run_id: z.int(), cells: z.int() })),
      refused: z.array(z.looseObject({ task_id: z.int(), reason: z.string() })),
      done_ids: z.array(z.int()),
      message: z.string(),
    },
    changes: 'replaces',
    async run({ wave_id, task_ids, value, confirmation }) {
      if (value !== undefined) return await undoTarget(parts, { wave_id, task_ids, value, confirmation })
      const { undos, cells, refused } = await client.call(api.undos.preview, { body: { wave_id, task_ids } })
      if (undos.length === 0) return { says: { problem: 'Nothing can be undone.' }, data: { refused } }
      return await actOnceConfirmed(parts, {
        content: { tool: 'undo_runs', undos },
        confirmation,
        preview: { says: { cells }, data: { would_undo: undos, refused } },
        async act() {
          const body = { undos: undos.map(({ task_id, run_id }) => ({ task_id, run_id })) }
          return { data: await client.call(api.undos.create, { body }) }
        },
      })
    },
  })
}

interface UndoneTarget {
  wave_id: string | undefined
  task_ids: readonly number[] | undefined
  value: string
  confirmation: string | undefined
}

/** Undoes the last changing run of a task in the target of a single value. */
async function undoTarget(
  parts: ToolParts,
  { wave_id, task_ids, value, confirmation }: UndoneTarget,
): Promise<ToolAnswer> {
  const { client } = parts
  if (wave_id !== undefined || task_ids?.length !== 1)
    return { says: { problem: 'Give value with one task in task_ids, and without wave_id.' } }
  const { undos, refused } = await client.call(api.undos.preview, { body: { task_ids: [...task_ids] } })
  const [undo] = undos
  if (!undo) return { says: { problem: 'Nothing can be undone.' }, data: { refused } }
  const { task_id, run_id } = undo
  const params = { id: task_id, run: run_id }
  const { cells, run_ids, edited_digest } = await client.call(api.changeSets.previewUndo, { params, query: { value } })
  return await actOnceConfirmed(parts, {
    content: { tool: 'undo_runs', task_id, run_ids, value, cells, edited_digest },
    confirmation,
    preview: { says: { cells }, data: { would_undo: [{ task_id, run_id, cells, value }], refused } },
    async act() {
      const { status, message } = await client.call(api.changeSets.undo, { params, body: { edited: 'leave', value } })
      if (status === 'success') return { data: { done_ids: [task_id] } }
      return { says: { problem: 'Nothing was undone.' }, data: { message } }
    },
  })
}
