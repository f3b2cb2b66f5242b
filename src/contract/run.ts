import { z } from 'zod'
import { ActivityOrigin } from './activity-origin.ts'
import { Delivery } from './delivery.ts'
import { Id, IdText, numberText, Timestamp } from './field.ts'
import { Hold } from './hold.ts'
import { route } from './route.ts'
import { byCount, byOutcome, PhaseTimes, RequestCounts, RunAttempt, RunWait } from './run-figures.ts'
import { TaskLog } from './task-log.ts'
import { RunStatus } from './task-progress.ts'

const DAY_HOURS = 24
export const MAX_RUN_HOURS = 7 * DAY_HOURS
/** Maximum number of runs in a list. The oldest runs are left out. */
const MAX_LISTED_RUNS = 5000

/** An execution of a task. */
export const Run = z.object({
  id: Id,
  task_id: Id,
  task_name: z.string(),
  task_type_id: Id,
  task_type_name: z.string(),
  /** ID shared by all runs started together by a request or a scheduled time. */
  wave_id: z.string(),
  status: RunStatus,
  triggered_by: z.string(),
  queued_at: Timestamp,
  started_at: Timestamp.nullable(),
  /** Null while the run is in progress. */
  ended_at: Timestamp.nullable(),
  /** From the first attempt to the end, or until now; null for a run that did not start. */
  elapsed_seconds: z.int().nullable(),
  ...byOutcome('run', () => z.boolean()),
  /** Source rows copied or compared so far; null before the first row. */
  rows: z.int().nullable(),
  ...byCount(() => z.int()),
  /** Requests to the provider, of all attempts; every try counts. */
  reads: z.int(),
  writes: z.int(),
  /** Attempts so far; 0 for a run that did not start. */
  attempts_count: z.int(),
})
export type Run = z.infer<typeof Run>

/** A run with everything known about it. */
export const RunDetails = Run.extend({
  /** Where the request came from; null for the app's own actions. */
  origin: ActivityOrigin.nullable(),
  /** The name of the API token that requested it. */
  token_name: z.string().nullable(),
  scope: z.enum(['task', 'group', 'all']),
  /** Earliest run undone by this run; null for a copy. */
  undoes_before_run: Id.nullable(),
  /** Number of runs started by the same request or scheduled time, including this run. */
  wave_size: z.int(),
  rows_total: z.int().nullable(),
  /** Request and response bodies, uncompressed. */
  bytes: z.int(),
  /** The hold of the run, or the hold accepted for it; null for neither. */
  hold: Hold.nullable(),
  /** Why the run waits, for users; null when it does not. */
  waiting_for: z.string().nullable(),
  phases: PhaseTimes,
  /** The waits that make up the time in `waiting`, longest first. */
  waits: z.array(RunWait),
  requests: RequestCounts,
  /** Attempts, oldest first. The oldest are left out if there are very many. */
  attempts: z.array(RunAttempt),
  /** Rows by target of a hand-out; null for a run with a single target. */
  delivery: Delivery.nullable(),
  /** The lines of the task's log about this run, oldest first. */
  logs: z.array(TaskLog),
})
export type RunDetails = z.infer<typeof RunDetails>

const QuotaUse = z.object({
  kind: z.enum(['account', 'project']),
  name: z.string(),
  requests: z.enum(['reads', 'writes']),
  count: z.int(),
  /** Requests left per minute, besides the requests of tasks with intervals. */
  per_minute: z.int(),
  /** Milliseconds until the last request may be sent. */
  ms: z.int(),
  /** Number of accounts, or projects, used by the tasks. */
  among: z.int(),
})
export type QuotaUse = z.infer<typeof QuotaUse>

/** A bar of the timeline: a run, or several runs close to each other. */
const TimelineBar = z.object({
  from: Timestamp,
  /** Null while any of the runs is in progress. */
  to: Timestamp.nullable(),
  /** Track, zero-based from the top. Bars of a track do not cover each other. */
  track: z.int(),
  runs_count: z.int(),
  statuses: z.array(z.object({ status: RunStatus, count: z.int() })),
  /** Some task names, in alphabetical order. */
  task_names: z.array(z.string()),
  /** Whether there are runs of other tasks. */
  has_more_tasks: z.boolean(),
  /** The last of the most severe runs. */
  run: Run,
})
export type TimelineBar = z.infer<typeof TimelineBar>

/** The runs of a task type. */
const TimelineLane = z.object({
  task_type_id: Id,
  task_type_name: z.string(),
  runs_count: z.int(),
  /** Runs that ended in Error. */
  errors_count: z.int(),
  bars: z.array(TimelineBar),
})
export type TimelineLane = z.infer<typeof TimelineLane>

/** The estimate for Run All at this moment. */
const RunForecast = z.object({
  tasks_count: z.int(),
  /** Number of tasks that have not run yet, so nothing is known about them. */
  unknown_count: z.int(),
  /** Number of tasks to skip if nobody has edited their files since the last copy. */
  skippable_count: z.int(),
  reads: z.int(),
  writes: z.int(),
  /** Milliseconds; null when nothing is known. */
  ms: z.int().nullable(),
  /** Sentence about duration, requests, the limit and its relief; null without tasks to run. */
  text: z.string().nullable(),
  /** The account and the Cloud project that take longest; empty while unknown. */
  quotas: z.array(QuotaUse),
  /** Progress of Run All; null while it is not running. */
  in_progress: z
    .object({
      done: z.int(),
      total: z.int(),
      /** Estimate from the pace so far; null while too few runs have ended. */
      seconds_left: z.int().nullable(),
    })
    .nullable(),
})

/** Number of hours before now, a day by default. */
export const RecentHours = numberText({ label: 'hours', min: 1, max: MAX_RUN_HOURS }).default(DAY_HOURS)

const CellValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Edits of the target since the previous run. */
const RunEdits = z.object({
  /** Cells the run would overwrite. */
  count: z.int(),
  /** A change to the tab as a whole; null for edits of cells. */
  shape: z.enum(['cleared', 'sorted', 'columns_moved']).nullable(),
  /** The first cells. Rows and columns count from 1; long text is shortened. */
  cells: z.array(
    z.object({
      /** Value of the target with the cell, if rows are handed out. */
      value: z.string().optional(),
      row: z.int(),
      column: z.int(),
      column_name: z.string(),
      left: CellValue,
      found: CellValue,
    }),
  ),
})

export const RunParams = z.object({ id: IdText, run: IdText })

export const runs = {
  list: route({
    method: 'GET',
    path: '/api/runs',
    access: 'member',
    summary: `List the runs in progress within the last hours, or the last runs of a task or wave, newest first, at most ${MAX_LISTED_RUNS.toLocaleString('en-US')}`,
    query: z.object({
      hours: RecentHours,
      /** Only runs of this task, at any time. */
      task_id: IdText.optional(),
      /** Only runs of this wave, at any time. */
      wave_id: z.uuid({ error: 'wave_id must be the ID of a wave' }).optional(),
      limit: numberText({ label: 'limit', min: 1, max: MAX_LISTED_RUNS }).default(MAX_LISTED_RUNS),
    }),
    reply: z.object({
      runs: z.array(Run),
      /** Whether the oldest runs are left out because there are too many. */
      is_cut: z.boolean(),
    }),
    errors: [],
  }),
  timeline: route({
    method: 'GET',
    path: '/api/runs/timeline',
    access: 'member',
    summary:
      'Get all runs in progress within the last hours as bars of a timeline, by task type, those with errors first',
    query: z.object({ hours: RecentHours }),
    reply: z.object({ lanes: z.array(TimelineLane) }),
    errors: [],
  }),
  forecast: route({
    method: 'GET',
    path: '/api/runs/forecast',
    access: 'member',
    summary: 'Get what Run All would take now: requests, time and what limits it, from what the last copies used',
    reply: RunForecast,
    errors: [],
  }),
  edits: route({
    method: 'GET',
    path: '/api/sync_tasks/:id/runs/:run/edits',
    access: 'member',
    summary: 'Get the cells of the target that someone had edited since the run before',
    params: RunParams,
    reply: RunEdits,
    errors: ['not_found'],
  }),
  get: route({
    method: 'GET',
    path: '/api/sync_tasks/:id/runs/:run',
    access: 'member',
    summary: 'Get a run with its phases, requests, attempts and log',
    params: RunParams,
    reply: RunDetails,
    errors: ['not_found'],
  }),
}
