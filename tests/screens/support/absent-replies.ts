import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import { type PreparedReply, prepareReply, succeed } from './prepared-reply.ts'

const NEVER = '2026-01-01T00:00:00.000Z'
const TASK_CREATED = {
  at: NEVER,
  kind: 'task_created',
  who: 'ada@example.com',
  origin: 'browser',
  token_name: null,
  address: null,
  count: 1,
  can_revert: false,
} as const
const nobody = { tasks_count: 0, fresh: 0, due: 0, late: 0, late_tasks: [] }

/** Calls about runs, alerts, deleted tasks and spreadsheets: there are none. */
export const absentReplies: readonly PreparedReply[] = [
  prepareReply(api.accessCheck.get, () => ({
    is_checking: false,
    checked: 0,
    total: 0,
    would_fail: 0,
    last_check_at: null,
  })),
  prepareReply(api.activity.list, ({ query }, { tasks }) => ({
    entries: tasks
      .filter(({ id }) => query.task_id === undefined || query.task_id === id)
      .map(({ id, name }) => ({ ...TASK_CREATED, changes: [], id, subject: name, names: [name], task_ids: [id] })),
    has_more: false,
  })),
  prepareReply(api.csvJobs.list, () => ({ jobs: [] })),
  prepareReply(api.holds.list, () => ({ holds: [] })),
  prepareReply(api.incidents.ofTask, () => ({ incidents: [], affected: null })),
  prepareReply(api.incidents.alert, () => {
    throw new Refusal('not_found', 'This link does not work any more.')
  }),
  prepareReply(api.incidents.wake, () => succeed('Nothing is snoozed.')),
  prepareReply(api.overview.get, () => ({
    summary: { tasks_count: 0, up_to_date: 0, never_run: 0, not_run_because: null },
    attention: {
      incidents: [],
      incidents_count: 0,
      counts: { failed: 0, stuck: 0, held: 0, not_run: 0, warning: 0 },
      accounts: [],
      departed: [],
      all_inactive: null,
      low_disk: null,
    },
    in_progress: { runs: [], count: 0 },
    last_night: { from: NEVER, to: NEVER, succeeded: 0, warnings: 0, failed: 0, stopped: 0, runs: [] },
    next_times: [],
    freshness: nobody,
  })),
  prepareReply(api.pauses.get, (_, { pause }) => ({ pause })),
  prepareReply(api.pauses.set, ({ body: { until } }, state) => {
    state.pause = { since: NEVER, until: new Date(until).toISOString(), set_by: 'ada@example.com' }
    return { ...succeed('Everything is paused.'), pause: state.pause }
  }),
  prepareReply(api.pauses.end, (_, state) => {
    state.pause = null
    return { ...succeed('Everything is resumed.'), pause: null }
  }),
  prepareReply(api.runs.timeline, () => ({ lanes: [] })),
  prepareReply(api.runs.forecast, () => ({
    tasks_count: 0,
    unknown_count: 0,
    skippable_count: 0,
    reads: 0,
    writes: 0,
    ms: null,
    text: null,
    quotas: [],
    in_progress: null,
  })),
  prepareReply(api.schedules.list, (_, { tasks }) =>
    tasks.flatMap(({ id, name, task_type, scheduled_times, schedule_days, paused_until, holidays }) =>
      scheduled_times.map((time) => ({
        task_id: id,
        comment: `${task_type.name}: ${name}`,
        command: `Run Task ${id}`,
        schedule: `${Number(time.slice(3))} ${Number(time.slice(0, 2))} * * *`,
        every_minutes: null,
        every_minutes_between: '',
        next_run_at: '2099-01-01T09:00:00.000Z',
        schedule_days,
        paused_until,
        holidays,
      })),
    ),
  ),
  prepareReply(api.schedules.events, () => ({ events: [], has_more: false })),
  prepareReply(api.waves.list, () => ({ upcoming: [], past: [] })),
]
