import { z } from 'zod'
import { Id, IdParams, Timestamp } from './field.ts'
import { reading } from './reading.ts'
import { route } from './route.ts'

export const LogLevel = z.enum(['INFO', 'SUCCESS', 'WARNING', 'ERROR']).register(reading, { otherwise: 'INFO' })
export type LogLevel = z.infer<typeof LogLevel>

/** Maximum lines of a task's log. The oldest lines are dropped. */
export const MAX_TASK_LOG_LINES = 2000

/** ID of a line sent without an ID. */
const NO_ID = 0

export const TaskLog = z.object({
  id: z.int().min(1).register(reading, { otherwise: NO_ID }),
  level: LogLevel,
  message: z.string(),
  timestamp: Timestamp,
  /** The timestamp in the schedule's time zone, for display. */
  formatted_timestamp: z.string(),
  /** Run that wrote the line; null without a run, or if the run is deleted. */
  run_id: Id.nullable().optional(),
})
export type TaskLog = z.infer<typeof TaskLog>

export const taskLogs = {
  list: route({
    method: 'GET',
    path: '/api/sync_tasks/:id/logs',
    access: 'member',
    summary: `List the last ${MAX_TASK_LOG_LINES.toLocaleString('en-US')} lines of a task's log, oldest first`,
    params: IdParams,
    reply: z.array(TaskLog),
    errors: ['not_found'],
  }),
  clear: route({
    method: 'DELETE',
    path: '/api/sync_tasks/:id/logs',
    access: 'member',
    summary: "Clear a task's log",
    status: 204,
    params: IdParams,
    reply: z.undefined(),
    errors: ['not_found'],
    activity: 'log_cleared',
  }),
}
