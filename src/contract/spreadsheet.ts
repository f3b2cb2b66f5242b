import { z } from 'zod'
import { numberText, Timestamp, text } from './field.ts'
import { FixAction } from './fix-action.ts'
import { removeCopyMarks } from './remove-invisible.ts'
import { route } from './route.ts'
import { spreadsheetId } from './spreadsheet-link.ts'
import { typedAccounts } from './task-fields.ts'

const Tab = z.object({
  id: z.int(),
  title: z.string(),
  is_hidden: z.boolean(),
  row_count: z.int(),
  column_count: z.int(),
})

export type Tab = z.infer<typeof Tab>

const SpreadsheetSummary = z.object({ id: z.string(), title: z.string(), tabs: z.array(Tab) })

/** Default limit of a search. */
const FILE_SEARCH_SIZE = 20

/** Maximum files a search finds. */
export const MAX_FOUND_FILES = 100

/** Maximum length of a search for files. */
export const MAX_FILE_SEARCH_LENGTH = 100

const FoundFile = z.object({
  id: z.string(),
  title: z.string(),
  is_folder: z.boolean(),
  is_starred: z.boolean(),
  /** When the account last opened the file, and when anybody last edited it; null if Drive does not say. */
  viewed_at: Timestamp.nullable(),
  modified_at: Timestamp.nullable(),
})
export type FoundFile = z.infer<typeof FoundFile>

const FileSearch = z.object({
  /** The account whose files are searched; null without credentials, as for the built-in spreadsheets. */
  account: z.string().nullable(),
  /**
   * Why its files are not searched: it granted access only to spreadsheets, it belongs to somebody else, Drive refuses, its
   * credentials lack the scope for Drive, nobody has set up access, or Drive did not answer. The search then finds the files of
   * tasks.
   */
  problem: z.enum(['not_granted', 'somebody_else', 'refused', 'scope_missing', 'no_account', 'no_answer']).nullable(),
  /** The provider's own words for a refusal, or how to grant a missing scope; otherwise empty. */
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
  /** The problem and its fix; null if the spreadsheet is ready. */
  problem: z.string().nullable(),
  /** Whether the account only lacks access, so somebody can share the spreadsheet while the form is open. */
  needs_sharing: z.boolean(),
  action: FixAction.nullable(),
})
export type FileAccess = z.infer<typeof FileAccess>

const Texts = z.array(z.string())
const OptionalText = z.string().max(5000).overwrite(removeCopyMarks).default('')

const ShapeTrial = z.object({
  /** The columns of the tab, each with its first values. */
  columns: z.array(z.object({ name: z.string(), samples: Texts })),
  /** Number of data rows read, and number of rows that meet the conditions. */
  rows: z.int(),
  matching_rows: z.int(),
  /** Whether all rows of the tab were read. */
  is_complete: z.boolean(),
  /** Columns of the shape missing in the tab. */
  missing: Texts,
  /** Values of the split column; null without a split column, or if the tab lacks it. */
  split: z
    .object({
      values: z.int(),
      empty_rows: z.int(),
      error_rows: z.int(),
      /** The first values. */
      first_values: z.array(z.object({ value: z.string(), rows: z.int() })),
    })
    .nullable(),
  /** The header and the first rows that would be copied. */
  first_rows: z.array(Texts),
})
export type ShapeTrial = z.infer<typeof ShapeTrial>

const NewSpreadsheet = z.object({ id: z.string(), title: z.string() })

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
      relevant_user_accounts: typedAccounts,
      /** Whether the search also finds folders. A folder stands for the spreadsheets in it. */
      folders: z.enum(['true', 'false'], { error: 'folders must be true or false' }).default('false'),
      limit: numberText({ label: 'limit', min: 1, max: MAX_FOUND_FILES }).default(FILE_SEARCH_SIZE),
    }),
    reply: FileSearch,
    errors: [],
    rateLimit: 'lookups',
  }),
  createSample: route({
    method: 'POST',
    path: '/api/spreadsheets/samples',
    access: 'member',
    summary: 'Create a spreadsheet with sample rows, among the built-in ones',
    status: 201,
    reply: NewSpreadsheet,
    errors: ['conflict'],
    rateLimit: 'tests',
    activity: 'none',
  }),
  checkAccess: route({
    method: 'GET',
    path: '/api/spreadsheets/:id/access',
    access: 'member',
    summary: 'Check whether a task could read a spreadsheet, or write to it, without changing it',
    params: z.object({ id: spreadsheetId('Spreadsheet') }),
    query: z.object({
      role: z.enum(['viewer', 'editor'], { error: 'role must be viewer or editor' }).default('viewer'),
      relevant_user_accounts: typedAccounts,
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
      tab: z.string().max(5000).default(''),
      start_row: numberText({ label: 'start_row', min: 1, max: 10_000_000 }).default(1),
      columns: OptionalText,
      rows: OptionalText,
      /** Further sources, as text. */
      more_sources: OptionalText,
      /** The target's spreadsheet. It is never a source, even if a source folder contains it. */
      target_ss_id: OptionalText,
      source_column: OptionalText,
      hidden_rows: OptionalText,
      split_by: OptionalText,
    }),
    reply: ShapeTrial,
    errors: ['forbidden', 'not_found', 'unavailable'],
    rateLimit: 'lookups',
  }),
}
