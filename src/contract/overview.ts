import { z } from 'zod'
import { Id, Timestamp } from './field.ts'
import { FixAction } from './fix-action.ts'
import { Freshness } from './freshness.ts'
import { OverviewTask, StoppingTask } from './overview-task.ts'
import { route } from './route.ts'
import { RunStatus } from './task-progress.ts'

/** Time after which a waiting run, or a running attempt, counts as stuck. */
export const STUCK_AFTER_HOURS = 1

/** Why a task needs a person, the most urgent reason first. */
export const AttentionReason = z.enum(['failed', 'stuck', 'held', 'not_run', 'warning'])
export type AttentionReason = z.infer<typeof AttentionReason>

/** A cause and its effects: tasks that need a person, and the tasks they block. */
export const AttentionIncident = z.object({
  reason: AttentionReason,
  /** Key of the cause, e.g. `not_shared`; null if only the log has the reason. */
  cause: z.string().nullable(),
  /** A sentence, or the last line of the log. */
  message: z.string().nullable(),
  fix: z.string().nullable(),
  fix_action: FixAction.nullable(),
  /** When the latest of these tasks began to need a person. */
  since: Timestamp,
  /** The first tasks with the cause, the latest first, each with its run. */
  tasks: z.array(OverviewTask.extend({ run_id: Id })),
  /** Addresses of the owners of the listed tasks. */
  owners: z.array(z.string()),
  tasks_count: z.int(),
  /** Number of tasks blocked by these tasks. */
  stopped_count: z.int(),
  /** The prerequisite that kept the tasks from running, if it is not in this group. */
  stopped_by: StoppingTask.nullable(),
})
export type AttentionIncident = z.infer<typeof AttentionIncident>

/** Numbers of active tasks by state. Each task counts once. */
const TaskSummary = z.object({
  tasks_count: z.int(),
  /** Tasks whose last scheduled run, or a later run, succeeded. */
  up_to_date: z.int(),
  never_run: z.int(),
  /** The only prerequisite that kept tasks from running; null if there are several or none. */
  not_run_because: StoppingTask.nullable(),
})

export const RunInProgress = OverviewTask.extend({
  status: RunStatus,
  rows_done: z.int().nullable(),
  rows_total: z.int().nullable(),
  /** Why the run waits, for users; null when it does not. */
  waiting_for: z.string().nullable(),
})
export type RunInProgress = z.infer<typeof RunInProgress>

/** An account whose access to spreadsheets has expired although active tasks depend on it. */
const ExpiredAccount = z.object({ email: z.string(), expired_at: Timestamp })
export type ExpiredAccount = z.infer<typeof ExpiredAccount>

/** A person who may no longer sign in, and the work left for somebody else. */
const DepartedPerson = z.object({
  email: z.string(),
  held_tasks: z.int(),
  /** Names of the person's alert channels, now turned off. */
  channels: z.array(z.string()),
  /** Names of channels that recently lost the person's address. */
  mail: z.array(z.string()),
})
export type DepartedPerson = z.infer<typeof DepartedPerson>

/** The runs that ended between two times. */
const NightResult = z.object({
  from: Timestamp,
  to: Timestamp,
  succeeded: z.int(),
  warnings: z.int(),
  failed: z.int(),
  stopped: z.int(),
  /** The latest failures. */
  runs: z.array(OverviewTask.extend({ run_id: Id, status: RunStatus, ended_at: Timestamp })),
})
export type NightResult = z.infer<typeof NightResult>

/** State without active tasks, in which no schedule runs anything. */
const AllInactive = z.object({
  tasks_count: z.int(),
  /** Time and person of the last deactivation; null if unknown. */
  since: Timestamp.nullable(),
  by: z.string().nullable(),
})

/** The disk of the embedded database, while little of it is free. */
const LowDisk = z.object({ free_bytes: z.int(), total_bytes: z.int() })
export type LowDisk = z.infer<typeof LowDisk>

export const NextTime = z.object({
  at: Timestamp,
  /** Whether all active tasks run at this time. */
  is_run_all: z.boolean(),
  /** Minutes between starts at intervals; null for a time of day. */
  every_minutes: z.int().nullable().optional(),
  tasks_count: z.int(),
  /** The task, if it is the only one. */
  task: OverviewTask.nullable(),
})
export type NextTime = z.infer<typeof NextTime>

const LateTask = OverviewTask.extend({ ...Freshness.pick({ due_at: true, cause: true }).shape })

/** Number of active tasks that promise a fresh target, and of targets in each state. */
const Promises = z.object({
  tasks_count: z.int(),
  fresh: z.int(),
  due: z.int(),
  late: z.int(),
  /** Tasks late for the longest time. */
  late_tasks: z.array(LateTask),
})
export type Promises = z.infer<typeof Promises>

export const Overview = z.object({
  summary: TaskSummary,
  attention: z.object({
    /** Tasks that need a person, by cause, the most urgent first. */
    incidents: z.array(AttentionIncident),
    /** Number of all incidents. */
    incidents_count: z.int(),
    /** Number of tasks by reason. */
    counts: z.record(AttentionReason, z.int()),
    accounts: z.array(ExpiredAccount),
    departed: z.array(DepartedPerson),
    /** Null while a task is active, or there is none. */
    all_inactive: AllInactive.nullable(),
    /** Null while more than a tenth is free, and on PostgreSQL. */
    low_disk: LowDisk.nullable(),
  }),
  in_progress: z.object({
    /** The first runs, running before waiting. */
    runs: z.array(RunInProgress),
    count: z.int(),
  }),
  last_night: NightResult,
  next_times: z.array(NextTime),
  freshness: Promises,
})
export type Overview = z.infer<typeof Overview>

export const overview = {
  get: route({
    method: 'GET',
    path: '/api/overview',
    access: 'member',
    summary: "Get what needs attention, what is in progress, last night's result and the next scheduled times",
    reply: Overview,
    errors: [],
  }),
}
