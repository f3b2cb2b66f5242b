import { z } from 'zod'
import { FilteredKind, QuietHours, TestResult } from './alert-channel.ts'
import { route } from './route.ts'

/** Tasks in a person's alerts: owned tasks, and tasks with runs started by the person. */
export const MyTasks = z.enum(['mine', 'started'], { error: 'Tasks must be mine or started' })
export type MyTasks = z.infer<typeof MyTasks>

const choices = {
  /** The tasks whose alerts a person gets; empty for none. */
  tasks: z.array(MyTasks).max(MyTasks.options.length),
  kinds: z.array(FilteredKind).max(FilteredKind.options.length),
  /** Alerts wait until the quiet hours are over, and come in a single email. */
  quiet_hours: QuietHours.nullable(),
}

const MyAlerts = z.object({
  tasks: z.array(MyTasks),
  kinds: z.array(FilteredKind),
  quiet_hours: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Recipient of the alerts: the person's sign-in address. */
  address: z.string(),
  /** Why alerts cannot be sent to the address; null if they can. */
  obstacle: z.string().nullable(),
  /** Why the last alert was not delivered; null if it was. */
  problem: z.string().nullable(),
  /** Number of tasks owned by the person. */
  owned_count: z.int(),
  /** The time zone of quiet hours. */
  timezone: z.string(),
})
export type MyAlerts = z.infer<typeof MyAlerts>

const PATH = '/api/my_alerts'

/** Alerts by email about a person's own tasks. */
export const myAlerts = {
  get: route({
    method: 'GET',
    path: PATH,
    access: 'member',
    summary: 'Get which alerts you get by mail about tasks that you own and runs that you started',
    reply: MyAlerts,
    errors: [],
  }),
  update: route({
    method: 'PUT',
    path: PATH,
    access: 'member',
    summary: 'Choose which alerts you get by mail; with an empty list of tasks, none',
    body: z.object(choices),
    reply: MyAlerts,
    reads: z.unknown(),
    errors: [],
    activity: 'my_alerts_changed',
  }),
  test: route({
    method: 'POST',
    path: `${PATH}/test`,
    access: 'member',
    summary: "Mail a test alert to yourself at once, and show the server's answer",
    reply: TestResult,
    errors: [],
    rateLimit: 'tests',
    activity: 'none',
  }),
}
