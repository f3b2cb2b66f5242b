import { z } from 'zod'
import { Id } from './field.ts'
import { route } from './route.ts'
import { TaskLog } from './task-log.ts'
import { TaskProgress } from './task-progress.ts'

/** What the server pushes to open pages, each as the data of one server-sent event. */
export const PushEvent = z.discriminatedUnion('kind', [
  /** The progress of tasks that run, wait or have just ended. */
  z.object({ kind: z.literal('progress'), tasks: z.record(z.string(), TaskProgress), all_running: z.boolean() }),
  /** New lines of a task's log. */
  z.object({ kind: z.literal('logs'), task_id: Id, logs: z.array(TaskLog) }),
  /** A task's log was cleared; lines written since then follow as `logs`. */
  z.object({ kind: z.literal('logs_cleared'), task_id: Id }),
  /** A list to reload. */
  z.object({ kind: z.literal('changed'), what: z.enum(['tasks', 'task_types', 'schedules', 'csv_jobs']) }),
])
export type PushEvent = z.infer<typeof PushEvent>

export const events = {
  stream: route({
    method: 'GET',
    path: '/api/events',
    access: 'member',
    summary: 'Stream changes, run progress and log lines as server-sent events',
    reply: { contentType: 'text/event-stream', isStreamed: true },
    errors: ['unavailable'],
  }),
}
