import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import { answer, type ToolAnswer } from './answer.ts'
import type { Confirmations } from './confirmations.ts'
import { describeTask } from './describe-task.ts'
import { toolInput } from './tool-input.ts'

const draft = {
  name: z.string().optional(),
  type: z.string().overwrite(cleanText).describe('the name of the task type'),
  source: z.string().describe('ID or link of the spreadsheet to copy from'),
  source_tab: z.string().optional().describe('without it, the first tab'),
  target: z.string().describe('ID or link of the spreadsheet to copy to'),
  target_tab: z.string().optional().describe('without it, the first tab'),
  notes: z.string().optional(),
}
const Draft = z.object(draft)
type Draft = z.infer<typeof Draft>

interface Parts {
  client: Client
  confirmations: Confirmations
}

/** A tool that prepares tasks. It needs an API token with the scope `manage`. */
export function addDraftTools(server: McpServer, parts: Parts): void {
  server.registerTool(
    'draft_task',
    {
      description:
        'Drafts a new sync task, in two calls. The first one only shows what would be created. Show that to the person, and call again with the same values and the confirmation once they agree. The task is created inactive: a person activates it in the app, or runs it.',
      inputSchema: toolInput({ ...draft, confirmation: z.string().overwrite(cleanText).optional() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    },
    ({ confirmation, ...values }) => answer(() => draftTask(parts, values, confirmation)),
  )
}

async function draftTask(
  { client, confirmations }: Parts,
  values: Draft,
  confirmation: string | undefined,
): Promise<ToolAnswer> {
  const types = await client.call(api.taskTypes.list)
  const type = types.find(({ name }) => name.toLowerCase() === values.type.toLowerCase())
  if (!type) {
    const task_types = types.map(({ name }) => name)
    return { says: { problem: `There is no task type ${values.type}` }, data: { task_types } }
  }
  const content = JSON.stringify({ ...sorted(values), typeId: type.id })
  if (confirmation === undefined) {
    const created = confirmations.create(content)
    const [source, target] = await Promise.all([lookUp(client, values.source), lookUp(client, values.target)])
    return {
      says: {
        nothing_was_created_yet: `To create it, call again with the same values and confirmation ${created}.`,
        confirmation: created,
      },
      data: {
        would_create: { ...values, type: type.name, is_active: false },
        source_spreadsheet: source,
        target_spreadsheet: target,
      },
    }
  }
  if (!confirmations.accepts(content, confirmation)) {
    const problem =
      'This confirmation is not the one of a first call with these values, or has expired. Call again without a confirmation.'
    return { says: { problem } }
  }
  const created = await client.call(api.tasks.create, {
    body: {
      ...(values.name !== undefined && { name: values.name }),
      sync_task_type_id: type.id,
      source_ss_id: values.source,
      source_sheet_name: values.source_tab ?? '',
      target_ss_id: values.target,
      target_sheet_name: values.target_tab ?? '',
      notes: values.notes ?? '',
      is_active: false,
    },
  })
  return { data: { created: describeTask(created), warnings: created.warnings } }
}

/** The title and the tabs of a spreadsheet, or why they cannot be read. */
async function lookUp(client: Client, spreadsheet: string): Promise<object> {
  const id = spreadsheetIdFrom(spreadsheet)
  return client.call(api.spreadsheets.get, { params: { id } }).then(
    ({ title, tabs }) => ({ title, tabs: tabs.map((tab) => tab.title) }),
    (error: Error) => ({ cannot_be_read: error.message }),
  )
}

/** Sorts the values by name, because the second call may send them in a different order. */
function sorted(values: Draft): object {
  return Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)))
}
