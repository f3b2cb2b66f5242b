import { z } from 'zod'
import { Id, TimeOfDay, text, wholeNumber } from './field.ts'
import { spreadsheetId } from './spreadsheet.ts'

const MAX_START_ROW = 10_000_000

const TimeOrNone = z
  .string({ error: 'A scheduled time must be text' })
  .transform((time) => (time === 'None' ? null : time))
  .pipe(TimeOfDay.nullable())

/** Times of day without repeats, in order; `['None']` stands for no schedule and becomes an empty list. */
const ScheduledTimes = z
  .array(TimeOrNone, { error: 'scheduled_times must be a list of times' })
  .max(200, 'At most 200 scheduled times')
  .transform((times) => [...new Set(times.filter((time) => time !== null))].sort())

const tabName = (label: string) => text({ label, max: 100 })

/** What a person may set of a task, with its limits. */
export const TaskFields = z.object({
  sync_task_type_id: Id,
  /** Empty: named after the source tab, else the target tab, else its id. */
  name: text({ label: 'Name', max: 200 }).default(''),
  source_ss_id: spreadsheetId('Source spreadsheet'),
  target_ss_id: spreadsheetId('Target spreadsheet'),
  /** Empty: the first tab. */
  source_sheet_name: tabName('Source sheet name').default(''),
  target_sheet_name: tabName('Target sheet name').default(''),
  scheduled_times: ScheduledTimes.default([]),
  /** Comma-separated addresses, in order of preference. */
  relevant_user_accounts: text({ label: 'Relevant user accounts', max: 2000 }).default(''),
  /** Left out: the type's. */
  chunk_size: wholeNumber({ label: 'Chunk size', min: 1, max: 100_000 }).optional(),
  start_row: wholeNumber({ label: 'Start row', min: 1, max: MAX_START_ROW }).default(1),
  sort_order: wholeNumber({ label: 'Sort order', min: 0, max: 1_000_000 }).default(0),
  max_concurrent_tasks: wholeNumber({ label: 'Max concurrent tasks', min: 1, max: 1000 }).nullable().default(null),
  is_active: z.boolean({ error: 'is_active must be true or false' }).default(true),
})
export type TaskFields = z.infer<typeof TaskFields>

/** A change of a task: a field left out keeps its value. */
export const TaskChange = z.object({
  sync_task_type_id: Id.optional(),
  name: TaskFields.shape.name.unwrap().optional(),
  source_ss_id: TaskFields.shape.source_ss_id.optional(),
  target_ss_id: TaskFields.shape.target_ss_id.optional(),
  source_sheet_name: TaskFields.shape.source_sheet_name.unwrap().optional(),
  target_sheet_name: TaskFields.shape.target_sheet_name.unwrap().optional(),
  scheduled_times: ScheduledTimes.optional(),
  relevant_user_accounts: TaskFields.shape.relevant_user_accounts.unwrap().optional(),
  chunk_size: TaskFields.shape.chunk_size,
  start_row: TaskFields.shape.start_row.unwrap().optional(),
  max_concurrent_tasks: TaskFields.shape.max_concurrent_tasks.unwrap().optional(),
  is_active: TaskFields.shape.is_active.unwrap().optional(),
})
export type TaskChange = z.infer<typeof TaskChange>
