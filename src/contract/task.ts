import { z } from 'zod'
import { Delivery, HandOutTarget } from './delivery.ts'
import { Id, Timestamp } from './field.ts'
import { FixAction } from './fix-action.ts'
import { Freshness } from './freshness.ts'
import { Hold } from './hold.ts'
import { StoppingTask } from './overview-task.ts'
import { reading } from './reading.ts'
import { byOutcome } from './run-figures.ts'
import { intervalShape } from './schedule-interval.ts'
import { storedFields } from './shape.ts'
import { taskShape } from './task-fields.ts'
import { TaskLog } from './task-log.ts'
import { RunStatus, TaskProgress } from './task-progress.ts'
import { taskFrom } from './task-reading.ts'

/** Type of a task sent without a usable type. */
export const NO_TYPE_ID = 0

export const PositionActions = z.object({
  can_push_to_front: z.boolean(),
  can_push_to_back: z.boolean(),
  can_move_up: z.boolean(),
  can_move_down: z.boolean(),
  total_tasks_of_type: z.int(),
  /** Counts from 1. */
  current_position: z.int(),
})
export type PositionActions = z.infer<typeof PositionActions>

export const RecentRun = z.object({
  id: Id,
  status: RunStatus,
  /** Null for a run that did not start. */
  started_at: Timestamp.nullable(),
  /** From the first attempt to the end, or until now. */
  seconds: z.int().nullable(),
})
export type RecentRun = z.infer<typeof RecentRun>

const ConflictingTask = z.object({ id: Id, name: z.string(), task_type_name: z.string() })

const TaskConflicts = z.object({
  /** Tasks that also write to the same tab, at most five. */
  overlaps: z.array(ConflictingTask),
  /** Chain of tasks from its target back to its source, in this order; empty if there is none. */
  loop: z.array(ConflictingTask),
})
export type TaskConflicts = z.infer<typeof TaskConflicts>

/** A tab. Its ID stays the same after a rename. */
const CopiedTab = z.object({ id: z.int(), title: z.string() })

export const Task = TaskProgress.extend({
  id: Id,
  ...storedFields(taskShape),
  task_type: z.object({
    id: z.int().min(1).register(reading, { otherwise: NO_TYPE_ID }),
    name: z.string(),
    chunk_size: z.int(),
    allowed_concurrent_tasks: z.int(),
    ...storedFields(intervalShape),
  }),
  source_ss_name: z.string().nullable(),
  target_ss_name: z.string().nullable(),
  sort_order: z.int(),
  /** Owner: the last person to change its source, target or accounts. The task uses their access if it lists no account. */
  owner: z.string().nullable(),
  total_elapsed_seconds: z.int().nullable(),
  retry_count: z.int(),
  last_error_count: z.int(),
  /** Number of cells changed by the last run; null before the first run. */
  cells_changed: z.int().nullable(),
  last_successful_run: Timestamp.nullable(),
  last_triggered: z.object({ time: Timestamp, triggered_by: z.string() }).nullable(),
  /** Next scheduled run; null if there is none. */
  next_run_at: Timestamp.nullable(),
  /** Last scheduled time in the past; null if the last days had none. */
  last_due_at: Timestamp.nullable(),
  /** The last ten runs, oldest first. */
  recent_runs: z.array(RecentRun),
  latest_log: TaskLog.nullable(),
  /**
   * Version to send in If-Match, so a change does not overwrite later changes by other people. Only in the response for a
   * single task.
   */
  version: z.string().optional(),
  /** The last lines of the log, oldest first; only in the response for a single task. */
  logs: z.array(TaskLog).optional(),
  /** Tabs of the last copy. Each is null before the first copy from or to its place. Only in the response for a single task. */
  last_tabs: z.object({ source: CopiedTab.nullable(), target: CopiedTab.nullable() }).optional(),
  /** Tasks it shares cells with; only in the response for a single task. */
  conflicts: TaskConflicts.optional(),
  /** Values with their own target, for a hand-out task; null for a task with a single target. */
  target_values: z.array(z.string()).nullable(),
  /** Tabs of its last hand-out; empty for a task with a single target. In a list only on request. */
  found_targets: z.array(HandOutTarget).optional(),
  /** Rows by target of the last hand-out; null without one. Only in the response for a single task. */
  delivery: Delivery.nullable().optional(),
  position_actions: PositionActions,
  /** The problem that would keep the task from copying, according to the last access check. */
  access_problem: z.string().nullable(),
  /** Rule for running the task on edits of its source, from the task or its type; null if edits do not run it. */
  on_edit_rule: z.object({ pause_minutes: z.int(), at_most_every_minutes: z.int() }).nullable(),
  /** Why edits of its source are not seen; null if they are seen or do not run the task. */
  on_edit_problem: z.string().nullable(),
  /** How the last run ended; 'Copy anyway' runs a held task without its guards. */
  ...byOutcome('task', () => z.boolean()),
  /** Why the task waits for a person before its next copy; null if it does not wait. */
  hold: Hold.nullable(),
  /** The prerequisite that kept the last run from starting; null if the run started. */
  not_run_because: StoppingTask.nullable(),
  /** Number of tasks blocked by this task. */
  stopped_count: z.int(),
  /** Whether its target is as fresh as promised; null for an inactive task or without a promise. */
  freshness: Freshness.nullable(),
  /** A fix for the failure of the last attempt; null when it did not fail, or there is none. */
  fix_action: FixAction.nullable(),
}).register(reading, { from: taskFrom })
export type Task = z.infer<typeof Task>
