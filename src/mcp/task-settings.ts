import { z } from 'zod'
import { BESIDE } from '#contract/task-fields.ts'

/** When a task runs, and what it copies, as assistants set it. */
export const taskSettings = {
  scheduled_times: z
    .array(z.string())
    .optional()
    .describe('times of day, such as 07:00; with none, the schedule is empty'),
  schedule_days: z.array(z.string()).optional().describe('such as Mon, Tue; all days by default'),
  every_minutes: z.int().min(0).max(1440).optional().describe('also runs every so many minutes'),
  columns: z.string().optional().describe('columns to copy, such as: Name, Amount as Total; all by default'),
  beside: z
    .enum(BESIDE)
    .optional()
    .describe(
      'remarks that people keep beside the copied columns: ask holds a run before rows move away from them, leave leaves them in their place, carry moves whole rows along',
    ),
  rows: z.string().optional().describe('conditions of rows to copy, such as: Status = open; all by default'),
}
