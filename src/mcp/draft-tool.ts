import { z } from 'zod'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import type { ToolAnswer } from './answer.ts'
import { DescribedTask, describeTask } from './describe-task.ts'
import { findBodyProblem } from './find-body-problem.ts'
import { findShapeProblem, findTabProblem, sourceProblemData } from './find-source-problem.ts'
import { type LookedUpFile, lookUpFile } from './look-up-file.ts'
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

/** Creates the tool that prepares tasks. It needs an API token with the scope `manage`. */
export function createDraftTool(parts: ToolParts): Tool {
  return defineTool({
    name: 'draft_task',
    summary:
      'creates an inactive task after showing it, with schedule, columns and rows; says first that a source tab does not exist',
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
      ...sourceProblemData,
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
  const [source, target] = await Promise.all([lookUpFile(client, values.source), lookUpFile(client, values.target)])
  const spreadsheets = { source_spreadsheet: source, target_spreadsheet: target }
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
  const problem = findTitleProblem({ source, target }) ?? findBodyProblem(api.tasks.create, body)
  if (problem !== undefined) return { says: { problem }, data: spreadsheets }
  const sourceProblem =
    findTabProblem(source, { tab: source_tab, end: 'source' }) ??
    findTabProblem(target, { tab: target_tab, end: 'target' }) ??
    (await findShapeProblem(client, { ...rest, id: source.id, tab: source_tab }))
  if (sourceProblem) return { ...sourceProblem, data: { ...spreadsheets, ...sourceProblem.data } }
  return await actOnceConfirmed(parts, {
    content: { tool: 'draft_task', ...values, typeId: type.id, sourceId: source.id, targetId: target.id },
    confirmation,
    preview: { data: { would_create: { ...values, type: type.name, is_active: false }, ...spreadsheets } },
    async act() {
      const created = await client.call(api.tasks.create, { body })
      return { data: { created: describeTask(parts, created), warnings: created.warnings } }
    },
  })
}

/** Finds a title that matches no spreadsheet, or several. */
function findTitleProblem(ends: { source: LookedUpFile; target: LookedUpFile }): string | undefined {
  const [unclear] = Object.entries(ends).filter(([, { same_title }]) => same_title)
  if (!unclear) return undefined
  const [end, { same_title = [] }] = unclear
  const count = same_title.length === 0 ? 'No spreadsheet that can be opened has' : 'Several spreadsheets have'
  return `${count} the title of the ${end}: give its ID or link.`
}
