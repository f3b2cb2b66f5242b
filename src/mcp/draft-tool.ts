import { z } from 'zod'
import { CallFailed } from '#client/call-failed.ts'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import type { ToolAnswer } from './answer.ts'
import { DescribedTask, describeTask } from './describe-task.ts'
import { taskSettings } from './task-settings.ts'
import { defineTool, type Tool } from './tool.ts'
import { actOnceConfirmed, confirmation, previewSays, type ToolParts } from './tool-parts.ts'

const DEFAULT_TYPE = 'Default'

const spreadsheet = (purpose: string) => z.string().describe(`title, ID or link of the spreadsheet to copy ${purpose}`)

const draft = {
  name: z.string().optional(),
  type: z
    .string()
    .overwrite(cleanText)
    .optional()
    .describe(`the name of the task type; ${DEFAULT_TYPE} where there is one`),
  source: spreadsheet('from'),
  source_tab: z.string().optional().describe('without it, the first tab'),
  target: spreadsheet('to'),
  target_tab: z.string().optional().describe('without it, the first tab'),
  notes: z.string().optional(),
  ...taskSettings,
}
type Draft = z.infer<z.ZodObject<typeof draft>>

/** A tool that prepares tasks. It needs an API token with the scope `manage`. */
export function createDraftTool(parts: ToolParts): Tool {
  return defineTool({
    name: 'draft_task',
    description:
      'Drafts a new sync task that copies a tab of a spreadsheet to another one, on a schedule, all columns and rows or some, in two calls. The first one only shows what would be created. Show that to the person, and call again with the same values and the confirmation once they agree. The task is created inactive: change_task or a person in the app activates it.',
    scope: 'manage',
    input: { ...draft, confirmation },
    says: previewSays,
    data: {
      would_create: z.looseObject({}),
      source_spreadsheet: z.looseObject({}),
      target_spreadsheet: z.looseObject({}),
      created: DescribedTask,
      task_types: z.array(z.string()),
    },
    changes: 'adds',
    run: ({ confirmation, ...values }) => draftTask(parts, { values, confirmation }),
  })
}

async function draftTask(
  parts: ToolParts,
  { values, confirmation }: { values: Draft; confirmation: string | undefined },
): Promise<ToolAnswer> {
  const { client } = parts
  const types = await client.call(api.taskTypes.list)
  const wantedType = values.type ?? DEFAULT_TYPE
  const type = types.find(({ name }) => name.toLowerCase() === wantedType.toLowerCase())
  if (!type) {
    const task_types = types.map(({ name }) => name)
    return { says: { problem: `There is no task type ${wantedType}` }, data: { task_types } }
  }
  const [source, target] = await Promise.all([lookUp(client, values.source), lookUp(client, values.target)])
  const spreadsheets = { source_spreadsheet: source, target_spreadsheet: target }
  const problem = findProblem({ source, target, sourceTab: values.source_tab })
  if (problem !== undefined) return { says: { problem }, data: spreadsheets }
  return await actOnceConfirmed(parts, {
    content: { tool: 'draft_task', ...values, typeId: type.id, sourceId: source.id, targetId: target.id },
    confirmation,
    preview: { data: { would_create: { ...values, type: type.name, is_active: false }, ...spreadsheets } },
    async act() {
      const { type: _type, source: _source, target: _target, source_tab = '', target_tab = '', ...rest } = values
      const body = {
        ...rest,
        sync_task_type_id: type.id,
        source_ss_id: source.id,
        source_sheet_name: source_tab,
        target_ss_id: target.id,
        target_sheet_name: target_tab,
        is_active: false,
      }
      const created = await client.call(api.tasks.create, { body })
      return { data: { created: describeTask(parts, created), warnings: created.warnings } }
    },
  })
}

interface LookedUpFile {
  readonly id: string
  readonly title?: string
  readonly tabs?: readonly string[]
  readonly cannot_be_read?: string
  /** Spreadsheets of the given title, where there is not exactly one. */
  readonly same_title?: readonly { readonly id: string; readonly title: string }[]
}

/** The title and the tabs of a spreadsheet given by its ID, link or title, or why they cannot be read. */
async function lookUp(client: Client, given: string): Promise<LookedUpFile> {
  const id = spreadsheetIdFrom(given)
  const direct = await readFile(client, id)
  if (direct.tabs || /^https?:/.test(id)) return direct
  const { files } = await client.call(api.spreadsheets.search, { query: { search: id.slice(0, 100) } })
  const same = files.filter(({ title }) => cleanText(title).toLowerCase() === id.toLowerCase())
  const [only, ...others] = same
  if (!only) return direct
  if (others.length === 0) return await readFile(client, only.id)
  return { ...direct, same_title: same.map(({ id: fileId, title }) => ({ id: fileId, title })) }
}

async function readFile(client: Client, id: string): Promise<LookedUpFile> {
  try {
    const { title, tabs } = await client.call(api.spreadsheets.get, { params: { id } })
    return { id, title, tabs: tabs.map((tab) => tab.title) }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { id, cannot_be_read: error.message }
  }
}

interface Places {
  source: LookedUpFile
  target: LookedUpFile
  sourceTab: string | undefined
}

/** Names a problem that would make the task fail at once. */
function findProblem({ source, target, sourceTab }: Places): string | undefined {
  for (const [end, { same_title }] of Object.entries({ source, target }))
    if (same_title) return `Several spreadsheets have the title of the ${end}: give its ID or link.`
  const wanted = sourceTab === undefined ? '' : cleanText(sourceTab).toLowerCase()
  const isMissing = wanted !== '' && !wanted.startsWith('#') && source.tabs
  if (!isMissing || source.tabs?.some((tab) => cleanText(tab).toLowerCase() === wanted)) return undefined
  return `The source has no tab ${sourceTab}. Its tabs are listed in source_spreadsheet.`
}
