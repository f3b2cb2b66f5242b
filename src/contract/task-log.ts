import { z } from 'zod'
import { Id, IdParams, Timestamp } from './field.ts'
import { route } from './route.ts'

export const LogLevel = z.enum(['INFO', 'SUCCESS', 'WARNING', 'ERROR'])
export type LogLevel = z.infer<typeof LogLevel>

export const TaskLog = z.object({
  id: Id,
  level: LogLevel,
  message: z.string(),
  timestamp: Timestamp,
  /** The moment in the schedule's zone, for people. */
  formatted_timestamp: z.string(),
})
export type TaskLog = z.infer<typeof TaskLog>

export const taskLogs = {
  list: route({
    method: 'GET',
    path: '/api/sync_tasks/:id/logs',
    access: 'member',
    summary: "A task's log, oldest line first, at most its last 2,000 lines",
    params: IdParams,
    reply: z.array(TaskLog),
  }),
  clear: route({
    method: 'DELETE',
    path: '/api/sync_tasks/:id/logs',
    access: 'member',
    summary: "Clears a task's log",
    status: 204,
    params: IdParams,
    reply: z.undefined(),
  }),
}
