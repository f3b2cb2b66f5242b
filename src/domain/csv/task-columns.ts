import { quotedIfNeeded } from '#contract/split-list.ts'
import type { taskShape } from '#contract/task-fields.ts'
import { requiredTaskColumns, taskTable } from './tables.ts'
import { markAsText } from './text.ts'

type Field = Exclude<keyof typeof taskShape, 'has_own_name' | 'sync_task_type_id'>
type Column = Field | 'id' | 'task_type'

interface ColumnHelp {
  readonly meaning: string
  /** Example value for a new task; empty if most tasks have none. */
  readonly example: string
}

const help: Readonly<Record<Column, ColumnHelp>> = {
  id: { meaning: 'The task to update. Leave it empty for a new task.', example: '' },
  name: { meaning: 'Empty: named after the source tab, else the target tab.', example: 'Ledger 1' },
  task_type: { meaning: 'The name of an existing task type.', example: 'Nightly' },
  source_ss_id: {
    meaning: 'The ID of the spreadsheet to copy from, or a link to it.',
    example: 'source-spreadsheet-id',
  },
  source_sheet_name: { meaning: 'The tab to copy from. Empty: the first one.', example: 'Data' },
  target_ss_id: { meaning: 'The ID of the spreadsheet to copy to, or a link to it.', example: 'target-spreadsheet-id' },
  target_sheet_name: { meaning: 'The tab to copy to. Empty: the first one.', example: 'Ledger' },
  scheduled_times: { meaning: '24-hour times, separated by commas. Empty: no schedule.', example: '04:00, 23:00' },
  relevant_user_accounts: {
    meaning: 'Whose Google access is used, in order of preference, separated by commas.',
    example: '',
  },
  chunk_size: { meaning: 'Rows to read at once. Empty: as the task type says.', example: '' },
  start_row: { meaning: 'The first row to copy. Empty: 1.', example: '1' },
  max_concurrent_tasks: {
    meaning: 'How many tasks of the type may run at once. Empty: as the type says.',
    example: '',
  },
  is_active: { meaning: 'true or false. Empty: true.', example: 'true' },
  notes: { meaning: 'Free text for the people who look after the task.', example: 'Ask Maria' },
  holds_edits: { meaning: 'true holds a run when someone edited the target. Empty: false.', example: 'false' },
  schedule_days: {
    meaning: 'Days of the scheduled times, separated by commas. Empty: every day.',
    example: 'Mon, Fri',
  },
  paused_until: { meaning: 'The first day on which it runs again, as YYYY-MM-DD.', example: '' },
  holidays: { meaning: 'Dates without runs, as YYYY-MM-DD, separated by commas.', example: '2026-12-24, 2026-12-25' },
  expect_filled: { meaning: 'Columns of the source that must be filled in each row.', example: '' },
  expect_unique: { meaning: 'Columns of the source whose values together must not repeat.', example: '' },
  columns: {
    meaning: 'The columns to copy, in this order; "as" renames: Name, Amount as Total. Empty: all.',
    example: '',
  },
  rows: {
    meaning: 'Conditions that a row must meet, separated by semicolons: Status = open. Empty: all rows.',
    example: '',
  },
  target_cell: { meaning: 'The first cell to write, such as B5. Empty: column A, from the start row on.', example: '' },
  header: {
    meaning: 'true or false: whether the header is written. Empty: if the start row is 1, and with a target cell.',
    example: '',
  },
  more_sources: {
    meaning:
      'Further sources as ID!Tab, separated by vertical bars. A tab name may hold stars: 2026-*. A link may lead to a folder.',
    example: '',
  },
  source_column: { meaning: "The name of a first column with the title of each row's source.", example: '' },
  when_source_fails: {
    meaning: 'keep_its_rows, or hold to hold the whole run. Empty: keep_its_rows.',
    example: '',
  },
  every_minutes: {
    meaning: 'Minutes between runs, 1 to 1440, beside the scheduled times. 0: none. Empty: as the task type says.',
    example: '',
  },
  every_minutes_between: {
    meaning: 'The hours of these runs, such as 07:00-19:00; 00:00-24:00: all day. Empty: as the task type says.',
    example: '',
  },
  fresh_by: {
    meaning: 'The time by which the target is fresh each day, as HH:MM, or none. Empty: as the type says.',
    example: '',
  },
  fresh_within_minutes: {
    meaning: 'How many minutes old the target may be. 0: any age. Empty: as the type says.',
    example: '',
  },
  after_source: {
    meaning: 'true or false: whether it runs when its source was copied by another task. Empty: as the task type says.',
    example: '',
  },
  on_edit: {
    meaning: 'true runs the task when somebody edited the source, false does not. Empty: as the task type says.',
    example: '',
  },
  on_edit_pause_minutes: {
    meaning: 'How many minutes nobody must have edited the source before such a run, 1 to 10. Empty: as the type says.',
    example: '',
  },
  on_edit_at_most_every_minutes: {
    meaning: 'How many minutes such runs are at least apart, 1 to 1440. Empty: as the type says.',
    example: '',
  },
  hidden_rows: {
    meaning: 'copy, or skip to leave out rows that are hidden in the source. Empty: copy.',
    example: '',
  },
  mode: {
    meaning:
      'mirror makes the target equal the source, append adds rows below earlier ones, update changes rows with the same key. Empty: mirror.',
    example: '',
  },
  time_column: { meaning: 'With append: the name of the first column, with the time of the run.', example: '' },
  key_columns: {
    meaning: 'With update: the columns whose values together name a row, separated by commas.',
    example: '',
  },
  missing_rows: {
    meaning: 'With update: keep, or clear the rows of the target that the source does not have. Empty: keep.',
    example: '',
  },
  beside: {
    meaning:
      'ask holds a run before remarks beside the copied columns end up beside another row, leave leaves them in their place, carry moves whole rows. Empty: ask.',
    example: '',
  },
  split_by: {
    meaning: 'The column whose values say to which target a row goes. Empty: all rows go to one target.',
    example: '',
  },
  targets: {
    meaning:
      'With split_by: the target of each value as VALUE => ID!Tab, separated by vertical bars. Empty: a tab named after each value.',
    example: '',
  },
  targets_from: {
    meaning:
      'With split_by: a tab that lists the targets, instead of targets, as ID!Tab: VALUE COLUMN, LINK COLUMN, TAB COLUMN. The last column may be left out.',
    example: '',
  },
  unmatched: {
    meaning: 'With split_by: hold, or report to copy the other rows when a value has no target. Empty: hold.',
    example: '',
  },
  control_sums: {
    meaning: 'With split_by: columns to add up in the source and in the targets, separated by commas.',
    example: '',
  },
}

interface DescribedColumn extends ColumnHelp {
  readonly column: string
  readonly isRequired: boolean
}

/** The columns of a file of tasks, in order. */
export const taskColumns: readonly DescribedColumn[] = taskTable.columns.map((column) => ({
  column,
  isRequired: requiredTaskColumns.includes(column),
  ...help[column as Column],
}))

/** A file with a new task. It can be imported if `taskType` is the name of a task type. */
export function exampleTaskCsv(taskType = help.task_type.example): string {
  const values = taskColumns.map(({ column, example }) => (column === 'task_type' ? markAsText(taskType) : example))
  const lines = [taskColumns.map(({ column }) => column), values.map(quotedIfNeeded)]
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('')
}
