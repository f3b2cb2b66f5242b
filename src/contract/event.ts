import { z } from 'zod'
import { Id } from './field.ts'
import { route } from './route.ts'
import { TaskProgress } from './task.ts'
import { TaskLog } from './task-log.ts'

/** What the server tells open pages of, each as the data of one server-sent event. */
export const PushEvent = z.discriminatedUnion('kind', [
  /** Tasks that run, wait or have just ended. */
  z.object({ kind: z.literal('progress'), tasks: z.record(z.string(), TaskProgress), all_running: z.boolean() }),
  /** New lines of a task's log. */
  z.object({ kind: z.literal('logs'), task_id: Id, logs: z.array(TaskLog) }),
  /** A task's log was emptied; lines that were written since follow as `logs`. */
  z.object({ kind: z.literal('logs_cleared'), task_id: Id }),
  /** Lists to read again. */
  z.object({ kind: z.literal('changed'), what: z.enum(['tasks', 'task_types', 'schedules', 'csv_jobs']) }),
])
export type PushEvent = z.infer<typeof PushEvent>

export const events = {
  stream: route({
    method: 'GET',
    path: '/api/events',
    access: 'member',
    summary: 'Server-sent events: changed tasks, progress and log lines',
    reply: { contentType: 'text/event-stream' },
  }),
}
