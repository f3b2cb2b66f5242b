import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import { type PreparedReply, prepareReply, succeed } from './prepared-reply.ts'
import { findTask } from './task-replies.ts'

const NEVER = '2026-01-01T00:00:00.000Z'
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
  prepareReply(api.activity.list, () => ({ entries: [], has_more: false })),
  prepareReply(api.alertChannels.list, () => ({ channels: [], email_from: null, timezone: 'America/New_York' })),
  prepareReply(api.csvJobs.list, () => ({ jobs: [] })),
  prepareReply(api.dataCopy.columns, ({ params }, state) => {
    const { name, task_type } = findTask(state, params.id)
    return { title: `${name} (${task_type.name})`, available_columns: [], default_selected_columns: [] }
  }),
  prepareReply(api.dataCopy.page, ({ params }, state) => {
    findTask(state, params.id)
    return { data: [], total_rows: 0 }
  }),
  prepareReply(api.holds.list, () => ({ holds: [] })),
  prepareReply(api.incidents.ofTask, () => ({ incidents: [], affected: null })),
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
  prepareReply(api.pauses.get, () => ({ pause: null })),
  prepareReply(api.runs.list, () => ({ runs: [], is_cut: false })),
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
  prepareReply(api.schedules.list, () => []),
  prepareReply(api.schedules.events, () => ({ events: [], has_more: false })),
  prepareReply(api.spreadsheets.search, () => ({
    account: null,
    problem: null,
    detail: '',
    files: [],
    has_more: false,
  })),
  prepareReply(api.spreadsheets.checkAccess, ({ params: { id } }) => ({
    id,
    title: null,
    tabs: [],
    is_ready: false,
    problem: 'There is no such spreadsheet.',
    needs_sharing: false,
    action: null,
  })),
  prepareReply(api.spreadsheets.tryShape, () => {
    throw new Refusal('not_found', 'There is no such spreadsheet.')
  }),
  prepareReply(api.trash.list, () => ({ entries: [], has_more: false })),
  prepareReply(api.waves.list, () => ({ upcoming: [], past: [] })),
]
