import { z } from 'zod'
import { numberText, Timestamp, text } from './field.ts'
import { FixAction } from './fix-action.ts'
import { route } from './route.ts'

const PUBLISHED_LINK = /\/spreadsheets\/(?:u\/\d+\/)?d\/e\//
const LINKED_ID = /\/(?:spreadsheets|file)\/(?:u\/\d+\/)?d\/([\w-]+)/
const ID_PARAMETER = /^(?:id|key)=([\w-]+)$/
const LINKED_TAB = /[#?&](gid=\d{1,10})(?!\d)/
const TAB_BY_ID = /^#gid=(\d{1,10})$/
const BARE_ID = /^[\w-]{1,200}$/

/** Extracts the spreadsheet ID from a link; other text is returned trimmed. */
export function spreadsheetIdFrom(pasted: string): string {
  const text = pasted.trim()
  if (PUBLISHED_LINK.test(text)) return text
  return LINKED_ID.exec(text)?.[1] ?? idInQuery(text) ?? text
}

/** The ID in a link of Drive or of older Sheets: `drive.google.com/open?id=…`, `…/spreadsheets/ccc?key=…`. */
function idInQuery(link: string): string | undefined {
  if (!/^https?:\/\/\w+\.google\.com\//.test(link)) return undefined
  return link
    .split(/[?&#]/)
    .map((part) => ID_PARAMETER.exec(part)?.[1])
    .find((id) => id !== undefined)
}

/** The tab that a link leads to, as a task names it until a run has read its title: `#gid=7`. */
export function linkedTab(pasted: string): string | undefined {
  const tab = spreadsheetIdFrom(pasted) === pasted.trim() ? undefined : LINKED_TAB.exec(pasted)?.[1]
  return tab && `#${tab}`
}

/** The ID of the tab that a task names by it: 7 of `#gid=7`. */
export function tabIdIn(name: string): number | undefined {
  const digits = TAB_BY_ID.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const LINKED_FOLDER = /^https?:\/\/drive\.google\.com\/drive\/(?:u\/\d+\/)?folders\/([\w-]+)/

/** The ID of the Drive folder to which a link leads; undefined for other text. */
export function linkedFolder(pasted: string): string | undefined {
  return LINKED_FOLDER.exec(pasted.trim())?.[1]
}

export function linkToFolder(id: string): string {
  return `https://drive.google.com/drive/folders/${id}`
}

/** The ID of a Drive folder, or a link to the folder. */
export function folderId(label: string) {
  return text({ label, max: 2000 })
    .transform((pasted) => linkedFolder(pasted) ?? pasted)
    .refine((id) => BARE_ID.test(id), { error: `${label} must be a folder ID or a link` })
}

/** A spreadsheet ID, or a link to the spreadsheet. */
export function spreadsheetId(label: string) {
  return text({ label, max: 2000 })
    .transform(spreadsheetIdFrom)
    .refine((id) => BARE_ID.test(id), { error: ({ input }) => problemWith(label, String(input)) })
}

function problemWith(label: string, pasted: string): string {
  return PUBLISHED_LINK.test(pasted)
    ? `${label}: this is the published copy. Open the spreadsheet itself and copy its link.`
    : `${label} must be a spreadsheet ID or a link`
}

const Tab = z.object({
  id: z.int(),
  title: z.string(),
  is_hidden: z.boolean(),
  row_count: z.int(),
  column_count: z.int(),
})

export type Tab = z.infer<typeof Tab>

const SpreadsheetSummary = z.object({ id: z.string(), title: z.string(), tabs: z.array(Tab) })

/** Maximum length of a search for files. */
export const MAX_FILE_SEARCH_LENGTH = 100

/** Comma-separated addresses, in order of preference. */
export const relevantUserAccounts = text({ label: 'Relevant user accounts', max: 2000 }).default('')

const FoundFile = z.object({
  id: z.string(),
  title: z.string(),
  is_starred: z.boolean(),
  /** When the account opened it, and when anybody edited it; null if Drive does not say so. */
  viewed_at: Timestamp.nullable(),
  modified_at: Timestamp.nullable(),
})
export type FoundFile = z.infer<typeof FoundFile>

const FileSearch = z.object({
  /** The account whose files are searched; null without credentials, as for the built-in spreadsheets. */
  account: z.string().nullable(),
  /**
   * Why its files are not: it granted access to spreadsheets alone, it belongs to somebody else, Drive refuses, nobody's
   * access is set up, or Drive did not answer. The files are then those that tasks use already.
   */
  problem: z.enum(['not_granted', 'somebody_else', 'refused', 'no_account', 'no_answer']).nullable(),
  /** The provider's own words; empty unless it refuses. */
  detail: z.string(),
  files: z.array(FoundFile),
  /** Whether more files match. */
  has_more: z.boolean(),
})
export type FileSearch = z.infer<typeof FileSearch>

/** Whether a task of the caller could use a spreadsheet. */
const FileAccess = z.object({
  id: z.string(),
  /** Null if it cannot be read. */
  title: z.string().nullable(),
  tabs: z.array(Tab),
  is_ready: z.boolean(),
  /** The problem and its fix; null if it is ready. */
  problem: z.string().nullable(),
  /** Whether the account only lacks access to it, which somebody can give while the form is open. */
  needs_sharing: z.boolean(),
  action: FixAction.nullable(),
})
export type FileAccess = z.infer<typeof FileAccess>

const Texts = z.array(z.string())
const OptionalText = z.string().max(5000).default('')

const ShapeTrial = z.object({
  /** The columns of the tab, each with its first values. */
  columns: z.array(z.object({ name: z.string(), samples: Texts })),
  /** Data rows that were read, and how many of them meet the conditions. */
  rows: z.int(),
  matching_rows: z.int(),
  /** Whether all rows of the tab were read. */
  is_complete: z.boolean(),
  /** Columns of the shape that the tab does not have. */
  missing: Texts,
  /** The header and the first rows that would be copied. */
  first_rows: z.array(Texts),
})
export type ShapeTrial = z.infer<typeof ShapeTrial>

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
  search: route({
    method: 'GET',
    path: '/api/spreadsheets',
    access: 'member',
    summary: 'Search the spreadsheets that the account of a task can open, starred and recent ones first',
    query: z.object({
      search: text({ label: 'Search', max: MAX_FILE_SEARCH_LENGTH }).default(''),
      relevant_user_accounts: relevantUserAccounts,
    }),
    reply: FileSearch,
    errors: [],
    rateLimit: 'lookups',
  }),
  checkAccess: route({
    method: 'GET',
    path: '/api/spreadsheets/:id/access',
    access: 'member',
    summary: 'Check whether a task could read a spreadsheet, or write to it, without changing it',
    params: z.object({ id: spreadsheetId('Spreadsheet') }),
    query: z.object({
      role: z.enum(['viewer', 'editor'], { error: 'role must be viewer or editor' }).default('viewer'),
      relevant_user_accounts: relevantUserAccounts,
    }),
    reply: FileAccess,
    errors: [],
    rateLimit: 'lookups',
  }),
  tryShape: route({
    method: 'GET',
    path: '/api/spreadsheets/:id/shape',
    access: 'member',
    summary: 'Show the columns of a tab, and what the columns and rows of a task make of it',
    params: z.object({ id: spreadsheetId('Spreadsheet') }),
    query: z.object({
      tab: OptionalText,
      start_row: numberText({ label: 'start_row', min: 1, max: 10_000_000 }).default(1),
      columns: OptionalText,
      rows: OptionalText,
      /** Further sources, as text. */
      more_sources: OptionalText,
      source_column: OptionalText,
      hidden_rows: OptionalText,
    }),
    reply: ShapeTrial,
    errors: ['forbidden', 'not_found', 'unavailable'],
  }),
}
