import { createHash } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import { answer } from './answer.ts'
import { describeTask } from './describe-task.ts'

const CONFIRMATION_LENGTH = 12

const draft = {
  name: z.string().optional(),
  type: z.string().describe('the name of the task type'),
  source: z.string().describe('ID or link of the spreadsheet to copy from'),
  source_tab: z.string().optional().describe('without it, the first tab'),
  target: z.string().describe('ID or link of the spreadsheet to copy to'),
  target_tab: z.string().optional().describe('without it, the first tab'),
  notes: z.string().optional(),
}
const Draft = z.object(draft)
type Draft = z.infer<typeof Draft>

/** A tool that prepares tasks. It needs an API token with the scope `manage`. */
export function addDraftTools(server: McpServer, client: Client): void {
  server.registerTool(
    'draft_task',
    {
      description:
        'Drafts a new sync task, in two calls. The first one only shows what would be created. Show that to the person, and call again with the same values and the confirmation once they agree. The task is created inactive: a person activates it in the app, or runs it.',
      inputSchema: z.strictObject({ ...draft, confirmation: z.string().optional() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    },
    ({ confirmation, ...values }) => answer(() => draftTask(client, values, confirmation)),
  )
}

async function draftTask(client: Client, values: Draft, confirmation: string | undefined): Promise<object> {
  const types = await client.call(api.taskTypes.list)
  const type = types.find(({ name }) => name.toLowerCase() === values.type.toLowerCase())
  if (!type) return { problem: `There is no task type ${values.type}`, task_types: types.map(({ name }) => name) }
  const expected = confirmationOf(values)
  if (confirmation === undefined) {
    const [source, target] = await Promise.all([lookUp(client, values.source), lookUp(client, values.target)])
    return {
      nothing_was_created_yet: `To create it, call again with the same values and confirmation ${expected}.`,
      confirmation: expected,
      would_create: { ...values, type: type.name, is_active: false },
      source_spreadsheet: source,
      target_spreadsheet: target,
    }
  }
  if (confirmation !== expected) {
    return { problem: 'The values are not those of the first call. Call again without a confirmation.' }
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
  return { created: describeTask(created), warnings: created.warnings }
}

/** The title and the tabs of a spreadsheet, or why they cannot be read. */
async function lookUp(client: Client, spreadsheet: string): Promise<object> {
  const id = spreadsheetIdFrom(spreadsheet)
  return client.call(api.spreadsheets.get, { params: { id } }).then(
    ({ title, tabs }) => ({ title, tabs: tabs.map((tab) => tab.title) }),
    (error: Error) => ({ cannot_be_read: error.message }),
  )
}

/** Only somebody who has seen the first answer knows it, and only for the same values. */
function confirmationOf(values: Draft): string {
  const text = JSON.stringify(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)))
  return createHash('sha256').update(text).digest('hex').slice(0, CONFIRMATION_LENGTH)
}
