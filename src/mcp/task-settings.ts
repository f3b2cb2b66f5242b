import { z } from 'zod'
import { cleanText } from '#contract/field.ts'
import { BESIDE, UNMATCHED } from '#contract/task-fields.ts'

/** Schema of a day or a time. It has no spaces, so a text with spaces is split into a list. */
const word = z.string().overwrite(cleanText).regex(/^\S+$/, 'Give each day and each time as an entry of its own')

/** Fields of a task's schedule and copy that assistants can set. */
export const taskSettings = {
  scheduled_times: z.array(word).optional().describe('times of day, such as 07:00; with none, the schedule is empty'),
  schedule_days: z.array(word).optional().describe('such as Mon, Tue; all days by default'),
  every_minutes: z.int().min(0).max(1440).optional().describe('also runs every so many minutes'),
  columns: z.string().optional().describe('columns to copy, such as: Name, Amount as Total; all by default'),
  beside: z
    .enum(BESIDE)
    .optional()
    .describe(
      'remarks that people keep beside the copied columns: ask holds a run before rows move away from them, leave leaves them in their place, carry moves whole rows along',
    ),
  split_by: z
    .string()
    .optional()
    .describe('hands rows out: the header or letter of the column whose values say which target gets a row'),
  targets: z
    .array(z.object({ value: z.string(), target_ss_id: z.string(), target_sheet_name: z.string().optional() }))
    .optional()
    .describe('with split_by: a file for each value; without any, each value gets a tab of its name in the target'),
  targets_from: z
    .object({
      ss_id: z.string(),
      sheet_name: z.string().optional(),
      value_column: z.string(),
      link_column: z.string(),
      tab_column: z.string().optional(),
    })
    .nullable()
    .optional()
    .describe(
      'with split_by: a tab that lists values, links and tabs, and which each run reads; null clears the list, unless another argument is null',
    ),
  unmatched: z
    .enum(UNMATCHED)
    .optional()
    .describe('with split_by: whether rows without a target hold the run, or are only reported'),
  control_sums: z.array(z.string()).optional().describe('with split_by: columns to add up on both sides'),
  rows: z.string().optional().describe('conditions of rows to copy, such as: Status = open; all by default'),
}
