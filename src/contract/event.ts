import { z } from 'zod'
import { Id } from './field.ts'
import { route } from './route.ts'
import { Task } from './task.ts'
import { TaskLog } from './task-log.ts'
import { TaskProgress } from './task-progress.ts'

/** Task IDs, as the first and the last ID of each range. */
const IdRanges = z.array(z.tuple([Id, Id]))

/** An event the server pushes to open pages. It carries the current state, so applying it twice is harmless. */
export const PushEvent = z.discriminatedUnion('kind', [
  /** Changed tasks, complete except for their log. */
  z.object({
    kind: z.literal('tasks'),
    tasks: z.array(Task),
    /** Tasks added, changed or moved by a person. For all other tasks, only runs have changed. */
    edited_ids: z.array(Id),
    removed_ids: z.array(Id),
    /** Numbers of tasks in total and by type, if a task was edited or removed. */
    counts: z.object({ total: z.int(), of_type: z.record(z.string(), z.int()) }).nullable(),
  }),
  /** The progress of further tasks. */
  z.object({
    kind: z.literal('progress'),
    groups: z.array(z.object({ ids: IdRanges, state: TaskProgress })),
    all_running: z.boolean(),
  }),
  /** The reason each task waits; tasks in no group are not waiting. */
  z.object({
    kind: z.literal('waiting'),
    groups: z.array(
      z.object({ ids: IdRanges, ...TaskProgress.pick({ waiting_for: true, prerequisites_count: true }).shape }),
    ),
  }),
  /** New lines of a task's log. */
  z.object({ kind: z.literal('logs'), task_id: Id, logs: z.array(TaskLog) }),
  /** A task's log was cleared; lines written since then follow as `logs`. */
  z.object({ kind: z.literal('logs_cleared'), task_id: Id }),
  /** A list to reload. */
  z.object({ kind: z.literal('changed'), what: z.enum(['tasks', 'task_types', 'schedules', 'csv_jobs', 'logs']) }),
])
export type PushEvent = z.infer<typeof PushEvent>

/**
 * Payload of a server-sent event: simultaneous changes. Its ID is the name of the stream, a dot, and a counter. A page has
 * missed changes if the name differs or a number is missing. Some events, including the first, carry only the number of the
 * last event.
 */
export const PushMessage = z.array(PushEvent)
export type PushMessage = z.infer<typeof PushMessage>

export const events = {
  stream: route({
    method: 'GET',
    path: '/api/events',
    access: 'member',
    summary: 'Stream changes, run progress and log lines as server-sent events',
    query: z.object({
      /** `slow`: only the progress of tasks, every ten seconds, for a hidden page. */
      pace: z.enum(['live', 'slow']).default('live'),
    }),
    reply: { contentType: 'text/event-stream', isStreamed: true },
    errors: ['unavailable'],
  }),
}
