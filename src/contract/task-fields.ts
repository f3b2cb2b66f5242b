import { z } from 'zod'
import { listProblem, withCommas } from './address-list.ts'
import { Id, TimeOfDay, text, wholeNumber } from './field.ts'
import { freshShape } from './freshness.ts'
import { onEditShape } from './on-edit.ts'
import { scheduleDaysShape } from './schedule-days.ts'
import { intervalShape } from './schedule-interval.ts'
import { buildChangeShape } from './shape.ts'
import { folderId, linkedTab, spreadsheetId } from './spreadsheet-link.ts'

/** Addresses in order of preference, possibly incomplete while a person types. */
export const typedAccounts = text({ label: 'Relevant user accounts', max: 2000 }).default('')

/** Addresses in order of preference, separated by commas. */
const relevantUserAccounts = typedAccounts
  .unwrap()
  .refine((sent) => listProblem(sent) === undefined, { error: ({ input }) => listProblem(String(input)) })
  .overwrite(withCommas)
  .default('')

const MAX_START_ROW = 10_000_000
const MAX_EXPECTED_COLUMNS = 50
const MAX_COLUMN_NAME_LENGTH = 200

const TimeOrNone = z
  .string({ error: 'A scheduled time must be text' })
  .transform((time) => (time === 'None' ? null : time))
  .pipe(TimeOfDay.nullable())

/** Times of day, sorted and without repeats; `['None']` means no schedule and becomes an empty list. */
const ScheduledTimes = z
  .array(TimeOrNone, { error: 'scheduled_times must be a list of times' })
  .max(200, 'At most 200 scheduled times')
  .transform((times) => [...new Set(times.filter((time) => time !== null))].sort())

/** Names of columns in the header of the source, without repeats. */
const columnNames = (field: string) =>
  z
    .array(text({ label: 'A column name', max: MAX_COLUMN_NAME_LENGTH }).min(1, 'A column name must not be empty'), {
      error: `${field} must be a list of column names`,
    })
    .max(MAX_EXPECTED_COLUMNS, `At most ${MAX_EXPECTED_COLUMNS} columns`)
    .transform((names) => [...new Set(names)])

type Ends<Value> = {
  readonly [Field in 'source_ss_id' | 'source_sheet_name' | 'target_ss_id' | 'target_sheet_name']?: Value
}

/** Takes missing tab names from the links to the spreadsheets. */
export function withLinkedTabs<
  Sent extends Ends<unknown> & {
    readonly more_sources?: unknown
    readonly targets?: unknown
    readonly targets_from?: unknown
  },
>(sent: Sent): Sent {
  if (typeof sent !== 'object' || sent === null) return sent
  const source = tabInLink(sent.source_ss_id, sent.source_sheet_name)
  const target = tabInLink(sent.target_ss_id, sent.target_sheet_name)
  const more = Array.isArray(sent.more_sources) && {
    more_sources: sent.more_sources.map(withLinkedTabs<Ends<unknown>>),
  }
  const targets = Array.isArray(sent.targets) ? sent.targets.map(withLinkedTabs<Ends<unknown>>) : undefined
  const from = withLinkedTab(sent.targets_from)
  return {
    ...sent,
    ...(source && { source_sheet_name: source }),
    ...(target && { target_sheet_name: target }),
    ...more,
    ...(targets && { targets }),
    ...(from && { targets_from: from }),
    // A task with a list of targets does not need its own target spreadsheet.
    ...(sent.target_ss_id === '' && { target_ss_id: from?.ss_id ?? targets?.[0]?.target_ss_id ?? '' }),
  }
}

/** Marks the target spreadsheet of a new task as open, so its list of targets can decide. */
export function withOpenTarget<Sent>(sent: Sent): Sent {
  const isOpen = typeof sent === 'object' && sent !== null && !('target_ss_id' in sent)
  return isOpen && ('targets' in sent || 'targets_from' in sent) ? { ...sent, target_ss_id: '' } : sent
}

/** Adds the tab of the link to a sheet with targets. */
function withLinkedTab(sent: unknown): { ss_id?: unknown; sheet_name?: unknown } | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  const { ss_id, sheet_name } = sent as Partial<Record<keyof TargetSheet, unknown>>
  const tab = tabInLink(ss_id, sheet_name)
  return { ...sent, ...(tab !== undefined && { sheet_name: tab }) }
}

function tabInLink(link: unknown, name: unknown): string | undefined {
  return typeof link === 'string' && (name === undefined || name === '') ? linkedTab(link) : undefined
}

const HIDDEN_ROWS = ['copy', 'skip'] as const

/** How a run changes its target. */
export const MODES = ['mirror', 'append', 'update'] as const

/** Whether a run asks about cells beside the copied columns when rows move, leaves them in place, or moves them too. */
export const BESIDE = ['ask', 'leave', 'carry'] as const

/** Whether a run keeps or clears rows of the target whose key the source does not have. */
export const MISSING_ROWS = ['keep', 'clear'] as const

const enumField = <const Words extends readonly string[]>(field: string, words: Words) =>
  z.enum(words, { error: `${field} must be ${words.join(' or ')}` })

const MAX_COLUMNS_LENGTH = 5000
const MAX_ROWS_LENGTH = 2000

const MAX_MORE_SOURCES = 200

/** Name of a tab, kept exactly, because tab names may differ only by a blank at the end. */
const tabName = (label: string) => text({ label, max: 100, isExact: true })

/**
 * A further source of a task: a tab, or all tabs matching a pattern like `2026-*`, of a spreadsheet or of all spreadsheets
 * in a Drive folder.
 */
const SourceRef = z
  .object({
    source_ss_id: spreadsheetId('Source spreadsheet').optional(),
    folder_id: folderId('Source folder').optional(),
    source_sheet_name: tabName('Source sheet name').default(''),
  })
  .refine(
    ({ source_ss_id, folder_id }) => (source_ss_id === undefined) !== (folder_id === undefined),
    'A further source needs either source_ss_id or folder_id',
  )
export type SourceRef = z.infer<typeof SourceRef>

/** Maximum targets of a hand-out task. */
export const MAX_TARGETS = 500

/** Whether rows whose value has no target hold the run, or are only reported. */
export const UNMATCHED = ['hold', 'report'] as const

/** The target of the rows with a value in the column a task splits by. */
const TargetRef = z.object({
  value: text({ label: 'A value', max: 500 }),
  target_ss_id: spreadsheetId('Target spreadsheet'),
  /** Empty: the first visible tab. */
  target_sheet_name: tabName('Target sheet name').default(''),
})
export type TargetRef = z.infer<typeof TargetRef>

const listColumn = (label: string) => text({ label, max: MAX_COLUMN_NAME_LENGTH })

/**
 * A tab that lists the targets of a task, a row for each. Its columns are named by header or letter. The fields are in
 * PostgreSQL's order, because values are compared as JSON.
 */
const TargetSheet = z.object(
  {
    ss_id: spreadsheetId('Spreadsheet with the targets'),
    /** Empty: the first visible tab. */
    sheet_name: tabName('Tab with the targets').default(''),
    /** Empty: each target is the tab of its link, or the first visible tab of its file. */
    tab_column: listColumn('Tab column').default(''),
    link_column: listColumn('Link column').min(1, 'Link column: name the column with the links or IDs of the files'),
    value_column: listColumn('Value column').min(1, 'Value column: name the column with the values'),
  },
  { error: 'targets_from must be a tab with the columns of values and links' },
)
export type TargetSheet = z.infer<typeof TargetSheet>

/**
 * Fields a user can set on a task, with limits and defaults, in the order of the columns of a CSV file. Declared here
 * alone: changes, comparison, CSV, replies and the form derive from it.
 */
export const taskShape = {
  /** Empty: named after the source tab, else the target tab, else its id. */
  name: text({ label: 'Name', max: 200 }).default(''),
  /** Whether somebody chose the name, so edits keep it. If omitted: true for a new name that differs from the derived name. */
  has_own_name: z.boolean({ error: 'has_own_name must be true or false' }).optional(),
  sync_task_type_id: Id,
  source_ss_id: spreadsheetId('Source spreadsheet'),
  /** Empty: the first visible tab. A link's tab, e.g. `#gid=7`, counts by its ID until a run has read its title. */
  source_sheet_name: tabName('Source sheet name').default(''),
  target_ss_id: spreadsheetId('Target spreadsheet'),
  target_sheet_name: tabName('Target sheet name').default(''),
  scheduled_times: ScheduledTimes.default([]),
  relevant_user_accounts: relevantUserAccounts,
  /** If omitted: the type's chunk size. */
  chunk_size: wholeNumber({ label: 'Chunk size', min: 1, max: 100_000 }).optional(),
  start_row: wholeNumber({ label: 'Start row', min: 1, max: MAX_START_ROW }).default(1),
  max_concurrent_tasks: wholeNumber({ label: 'Max concurrent tasks', min: 1, max: 1000 }).nullable().default(null),
  is_active: z.boolean({ error: 'is_active must be true or false' }).default(true),
  /** Free text for the people who look after the task. */
  notes: text({ label: 'Notes', max: 2000 }).default(''),
  /** Whether edits of the target since the last run hold a run. Otherwise, the run overwrites them. */
  holds_edits: z.boolean({ error: 'holds_edits must be true or false' }).default(false),
  /** Days with runs at the scheduled times. Run All has its own days. */
  ...scheduleDaysShape,
  /** Columns of the source that must be filled in every row; a run holds otherwise. */
  expect_filled: columnNames('expect_filled').default([]),
  /** Columns of the source whose values, taken together, must differ in every row; a run holds otherwise. */
  expect_unique: columnNames('expect_unique').default([]),
  /** The columns to copy, e.g. `Name, Amount as Total`; empty: all, in their places. `shapeProblems` reads it. */
  columns: text({ label: 'Columns', max: MAX_COLUMNS_LENGTH }).default(''),
  /** Conditions a row must meet to be copied, separated by line breaks or semicolons; empty: all rows. */
  rows: text({ label: 'Rows', max: MAX_ROWS_LENGTH }).default(''),
  /** The first cell to write, e.g. `B5`; empty: column A, in the row of the source. */
  target_cell: text({ label: 'Target cell', max: 20 })
    .overwrite((sent) => sent.replaceAll('$', '').toUpperCase())
    .regex(/^([A-Z]{1,3}[1-9]\d{0,6})?$/, 'Target cell must be a cell such as B5')
    .default(''),
  /** Whether the header is written. Null: if `start_row` is 1, and with a target cell. */
  header: z.boolean({ error: 'header must be true or false' }).nullable().default(null),
  /** Further sources. Their rows follow the rows of the task's own source. As text: `id!Tab | id!Tab`. */
  more_sources: z
    .array(SourceRef, { error: 'more_sources must be a list of sources' })
    .max(MAX_MORE_SOURCES, `At most ${MAX_MORE_SOURCES} further sources`)
    .default([]),
  /** The name of a first column that holds the title of each row's source; empty for none. */
  source_column: text({ label: 'Source column', max: MAX_COLUMN_NAME_LENGTH }).default(''),
  /** Whether a source that fails or is held keeps its last rows, or holds the whole run. */
  when_source_fails: enumField('when_source_fails', ['keep_its_rows', 'hold']).default('keep_its_rows'),
  ...intervalShape,
  ...freshShape,
  /** Whether the task runs after each successful run of a task that writes into its source tab. Null: the type's setting. */
  after_source: z.boolean({ error: 'after_source must be true or false' }).nullable().default(null),
  ...onEditShape,
  /** Whether rows hidden in the source are copied too. */
  hidden_rows: enumField('hidden_rows', HIDDEN_ROWS).default('copy'),
  /**
   * `mirror` makes the target equal the source, `append` adds rows below earlier rows, `update` changes rows with the same
   * key.
   */
  mode: enumField('mode', MODES).default('mirror'),
  /** With `append`: the name of the first column, which holds the time of the run. `shapeProblems` requires it there. */
  time_column: text({ label: 'Time column', max: MAX_COLUMN_NAME_LENGTH }).default(''),
  /** With `update`: the key columns of a row, e.g. `Order`. `shapeProblems` requires them there. */
  key_columns: text({ label: 'Key columns', max: MAX_COLUMNS_LENGTH }).default(''),
  /** With `update`: whether target rows with a key missing in the source stay or are cleared. */
  missing_rows: enumField('missing_rows', MISSING_ROWS).default('keep'),
  /** With `mirror`: whether a run holds before remarks beside the copied columns end up beside another row, leaves them in their place, or moves whole rows. */
  beside: enumField('beside', BESIDE).default('ask'),
  /** Column with the value of a row's target; empty: all rows go to a single target. */
  split_by: text({ label: 'Split by', max: MAX_COLUMN_NAME_LENGTH }).default(''),
  /** With `split_by`: the target of each value, which `shapeProblems` requires; empty: a tab named after each value. As text: `North => id!Tab | South => id`. */
  targets: z
    .array(TargetRef, { error: 'targets must be a list of targets' })
    .max(MAX_TARGETS, `At most ${MAX_TARGETS} targets`)
    .default([]),
  /**
   * With `split_by`: a sheet with the targets, read by each run instead of `targets`. As text: `id!Branches: Branch, File,
   * Tab`.
   */
  targets_from: TargetSheet.nullable().default(null),
  /** With `split_by`: whether rows whose value has no target hold the run, or are only reported. */
  unmatched: enumField('unmatched', UNMATCHED).default('hold'),
  /** With `split_by`: source columns to sum and compare between the source and the targets. */
  control_sums: columnNames('control_sums').default([]),
}

/** A new task. */
export const TaskFields = z.object({
  ...taskShape,
  /** The position within the type, from 1; 0, or more than the type has tasks, puts the task last. */
  sort_order: wholeNumber({ label: 'Sort order', min: 0, max: 1_000_000 }).default(0),
})
export type TaskFields = z.infer<typeof TaskFields>

/** A change to a task: an omitted field keeps its value. */
export const TaskChange = buildChangeShape(taskShape)
export type TaskChange = z.infer<typeof TaskChange>
