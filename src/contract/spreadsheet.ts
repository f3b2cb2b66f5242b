import { z } from 'zod'
import { text } from './field.ts'
import { route } from './route.ts'

const LINKED_ID = /\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]+)/
const BARE_ID = /^[\w-]{1,200}$/

/** Extracts the spreadsheet ID from a link; other text is returned trimmed. */
export function spreadsheetIdFrom(pasted: string): string {
  return LINKED_ID.exec(pasted)?.[1] ?? pasted.trim()
}

/** A spreadsheet ID, or a link to the spreadsheet. */
export function spreadsheetId(label: string) {
  return text({ label, max: 2000 })
    .transform(spreadsheetIdFrom)
    .refine((id) => BARE_ID.test(id), `${label} must be a spreadsheet ID or a link`)
}

const Tab = z.object({ title: z.string(), row_count: z.int(), column_count: z.int() })

export const SpreadsheetSummary = z.object({ id: z.string(), title: z.string(), tabs: z.array(Tab) })
export type SpreadsheetSummary = z.infer<typeof SpreadsheetSummary>

export const spreadsheets = {
  get: route({
    method: 'GET',
    path: '/api/spreadsheets/:id',
    access: 'member',
    summary: "Get a spreadsheet's title and tabs from the provider",
    params: z.object({ id: spreadsheetId('Spreadsheet') }),
    reply: SpreadsheetSummary,
    errors: ['forbidden', 'not_found', 'unavailable'],
  }),
}
