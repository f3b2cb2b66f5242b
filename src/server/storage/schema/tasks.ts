import { isNotNull, isNull, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ActivityOrigin } from '#contract/activity-origin.ts'
import type { Delivery } from '#contract/delivery.ts'
import type { Weekday } from '#contract/schedule-days.ts'
import type {
  BESIDE,
  MISSING_ROWS,
  MODES,
  SourceRef,
  TargetRef,
  TargetSheet,
  UNMATCHED,
} from '#contract/task-fields.ts'
import type { TaskStatus } from '#contract/task-progress.ts'
import type { TargetPlaces } from '#domain/admission/situation.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { storableText } from '#domain/copy/storable-text.ts'
import type { TargetState } from '#domain/copy/target-state.ts'
import type { Failure } from '#domain/failures/failure.ts'
import type { AttemptRecord, CopyUse } from '#domain/runs/attempt-record.ts'
import type { AccountKind } from '#domain/tasks/lent-access.ts'
import { id, jsonb, text, timestamptz } from './columns.ts'
import { deletionId } from './deletions.ts'
import { undoRequest } from './former-words.ts'
import { allTaskTypes, intervalColumns } from './task-types.ts'

export const taskColumns = () => ({
  id: id(),
  taskTypeId: integer()
    .notNull()
    .references(() => allTaskTypes.id, { onDelete: 'restrict' }),
  name: text().notNull(),
  /** Whether a person chose the name. Otherwise editing the task derives the name from the tabs. */
  hasOwnName: boolean().notNull().default(false),
  sourceSsId: text().notNull(),
  sourceSsName: text(),
  targetSsId: text().notNull(),
  targetSsName: text(),
  sourceSheetName: text().notNull(),
  targetSheetName: text().notNull(),
  scheduledTimes: jsonb().$type<string[]>().notNull(),
  relevantUserAccounts: text().notNull(),
  chunkSize: integer().notNull(),
  startRow: integer().notNull(),
  /** Position within the type: 1, 2, 3, … without gaps or duplicates. */
  position: integer().notNull(),
  maxConcurrentTasks: integer(),
  isActive: boolean().notNull(),
  notes: text().notNull().default(''),
  holdsEdits: boolean().notNull().default(false),
  scheduleDays: jsonb().$type<Weekday[]>().notNull().default([]),
  pausedUntil: text(),
  holidays: jsonb().$type<string[]>().notNull().default([]),
  /** Source columns that must be filled in each row. The next column lists columns that must be unique together. */
  expectFilled: jsonb().$type<string[]>().notNull().default([]),
  expectUnique: jsonb().$type<string[]>().notNull().default([]),
  /** Cells of the source to copy and their places in the target; empty to copy each cell to the same place. */
  columns: text().notNull().default(''),
  rows: text().notNull().default(''),
  targetCell: text().notNull().default(''),
  /** Null to write the header if `startRow` is 1 or there is a target cell. */
  header: boolean(),
  /** Sources besides the task's own. Their rows follow its rows. */
  moreSources: jsonb().$type<SourceRef[]>().notNull().default([]),
  /** Spreadsheets that the folders among these sources contained at the last copy. */
  folderFiles: jsonb().$type<SourceRef[]>().notNull().default([]),
  sourceColumn: text().notNull().default(''),
  whenSourceFails: text().$type<'keep_its_rows' | 'hold'>().notNull().default('keep_its_rows'),
  ...intervalColumns(),
  /** How fresh the target must be; null for the setting of the type. */
  freshBy: text(),
  freshWithinMinutes: integer(),
  /** Whether the task runs after the tasks that fill its source; null for the setting of the type. */
  afterSource: boolean(),
  /**
   * Whether an edit of the source runs the task; null for the setting of the type. The next columns set the time without edits
   * and the time between runs.
   */
  onEdit: boolean(),
  onEditPauseMinutes: integer(),
  onEditAtMostEveryMinutes: integer(),
  hiddenRows: text().$type<'copy' | 'skip'>().notNull().default('copy'),
  mode: text().$type<(typeof MODES)[number]>().notNull().default('mirror'),
  timeColumn: text().notNull().default(''),
  keyColumns: text().notNull().default(''),
  missingRows: text().$type<(typeof MISSING_ROWS)[number]>().notNull().default('keep'),
  beside: text().$type<(typeof BESIDE)[number]>().notNull().default('ask'),
  /** Column with the value of a row's target; empty for a single target. */
  splitBy: text().notNull().default(''),
  /** The target of each value; empty for a tab named after each value. */
  targets: jsonb().$type<TargetRef[]>().notNull().default([]),
  /** The sheet that lists the targets; null for none. */
  targetsFrom: jsonb().$type<TargetSheet>(),
  unmatched: text().$type<(typeof UNMATCHED)[number]>().notNull().default('hold'),
  /** Columns to add up in the source and in the targets. */
  controlSums: jsonb().$type<string[]>().notNull().default([]),
  createdBy: text().notNull(),
  /** Person whose access the task uses if it lists no accounts; null while `createdBy` owns the task. */
  owner: text(),
  /** The run that gives the task its status; null means Pending. */
  currentRunId: integer().references((): AnyPgColumn => runs.id, { onDelete: 'set null' }),
  /** Account of the last success; null for a task that lists its accounts. */
  accountKind: text().$type<AccountKind>(),
  /** End of the last successful run. The guards compare the next run with its figures below. */
  lastSuccessAt: timestamptz(),
  /** Time when a run last found the target equal to the source, even if it warned of something else; null if unknown. */
  verifiedAt: timestamptz('seen_equal_at'),
  lastRows: integer(),
  lastWidth: integer(),
  lastErrorCells: integer(),
  /** Requests and duration of the last attempt that copied, even if it ended in a warning; null if unknown. */
  lastUse: jsonb().$type<CopyUse>(),
  /** Last row the task's runs may have filled; null if unknown. */
  lastFilledRow: integer(),
  /** Problem that would keep the task from copying, according to the last access check; null if there is none. */
  accessFailure: jsonb().$type<Failure>(),
  /** Only release 3.0.0 uses it. Kept so that people can go back. */
  accessProblem: text(),
  /** Why edits of the source are not noticed; null if they are noticed, or if edits do not run the task. */
  watchFailure: jsonb().$type<Failure>(),
  dataCopyId: integer().references((): AnyPgColumn => dataCopies.id, { onDelete: 'set null' }),
})

/** Normalizes a tab's name for comparison: ignores case and spaces at both ends. */
export const tabName = (name: AnyPgColumn | string) =>
  sql`lower(btrim(${typeof name === 'string' ? storableText(name) : name}))`

/** Tasks, including tasks in the trash. Only the trash itself uses this table; all other code uses `tasks`. */
export const allTasks = pgTable(
  'all_tasks',
  {
    ...taskColumns(),
    deletionId: deletionId(),
    /**
     * Order of deleted tasks whose place is after the same task. The `position` of a deleted task counts the tasks of its type
     * before it that are not deleted. 0 for a task that is not deleted.
     */
    trashOrder: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('tasks_name_in_type_unique').on(table.taskTypeId, table.name).where(isNull(table.deletionId)),
    uniqueIndex('tasks_source_target_unique')
      .on(table.sourceSsId, table.targetSsId, tabName(table.sourceSheetName), tabName(table.targetSheetName))
      // A hand-out task does not use its own target tab. Its targets are compared when the task is saved.
      .where(sql`${table.deletionId} is null and ${table.splitBy} = ''`),
    index('tasks_position').on(table.taskTypeId, table.position),
    index('tasks_source').on(table.sourceSsId),
    index('tasks_target').on(table.targetSsId),
    index('tasks_current_run').on(table.currentRunId),
    index('tasks_data_copy').on(table.dataCopyId),
    index('tasks_own_limit').on(table.taskTypeId).where(sql`${table.maxConcurrentTasks} is not null`),
    // For chains: finds tasks with further sources.
    index('tasks_more_sources').on(table.id).where(sql`${table.moreSources} <> '[]'::jsonb`),
    // For chains: finds hand-out tasks.
    index('tasks_split').on(table.id).where(sql`${table.splitBy} <> ''`),
    index('tasks_deletion').on(table.deletionId).where(isNotNull(table.deletionId)),
  ],
)

/** The source of truth for runs. A queued job only wakes a worker, which then reads this table. */
export const runs = pgTable(
  'runs',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    /**
     * Copied from the task so that a single index finds the next runs. Triggers update the copies while the run is in progress.
     */
    taskTypeId: integer(),
    position: integer(),
    status: text().$type<Exclude<TaskStatus, 'Pending'>>().notNull(),
    /** Shared by all runs that one request or scheduled time started. */
    waveId: uuid().notNull(),
    /** Scope of the request: one task, a group, or all tasks. */
    scope: text().$type<'task' | 'group' | 'all'>().notNull().default('task'),
    triggeredBy: text().notNull(),
    /** Scheduled time, HH:MM; null for a requested run. */
    dueTime: text(),
    /** Where the request came from; null for runs the app starts by itself. */
    origin: text().$type<ActivityOrigin>(),
    /** Name of the API token that requested the run. */
    tokenName: text(),
    /** The preview from which the run was requested. It may be deleted by now. */
    previewId: integer(),
    /** W3C trace context of the request; null without tracing. */
    traceparent: text(),
    allowShrink: boolean().notNull().default(false),
    /** Tasks that fill the source, directly or not. The run starts after their runs of its wave. Null for none. */
    upstreamIds: jsonb().$type<number[]>(),
    /** The wave in which the task runs again because its source was copied during the run; null if it does not. */
    nextWaveId: uuid(),
    /** The runs to undo instead of copying; null for a copy. */
    undo: undoRequest('restore'),
    /** Number of the current attempt; 0 before the first attempt. */
    attempt: integer().notNull().default(0),
    queuedAt: timestamptz().notNull(),
    startedAt: timestamptz(),
    attemptStartedAt: timestamptz(),
    /** When a Failed run is retried. */
    nextAttemptAt: timestamptz(),
    stopRequestedAt: timestamptz(),
    endedAt: timestamptz(),
    /** The node that works on the run, until its lease ends; null while an admitted run waits for a worker. */
    leaseOwner: text(),
    leaseUntil: timestamptz(),
    /** When the attempt stops waiting for quota; null if it isn't waiting. */
    waitingUntil: timestamptz(),
    /**
     * Time until which the provider may apply an unanswered write of the run's attempts; null if all are answered. While an
     * attempt writes, it is as late as the lease allows, in case the node is lost.
     */
    writesLandBy: timestamptz(),
    /**
     * When an attempt that has copied compares again, because a write of an earlier attempt may still be applied. Until then it
     * takes up no place of its type. Null while it copies.
     */
    recheckAt: timestamptz(),
    rowsDone: integer(),
    rowsTotal: integer(),
    /** Start of the current phase. `rowsDone` counts from there. */
    phaseStartedAt: timestamptz(),
    cellsChanged: integer().notNull().default(0),
    /** Number of changed cells whose value the target already had in another place. */
    cellsMoved: integer().notNull().default(0),
    reads: integer().notNull().default(0),
    writes: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    errorCount: integer().notNull().default(0),
    /** Whether a guard stopped the run before it wrote anything. */
    isHeld: boolean().notNull().default(false),
    /** The hold that stopped the run, or that a person accepted for it; null for neither. */
    holdId: integer(),
    /** Whether the run read no cells because nobody had edited either file since the last success. */
    isSkipped: boolean().notNull().default(false),
    /** Further spreadsheets that the attempt may write, besides the spreadsheets of the task; null for none. */
    targetPlaces: jsonb().$type<TargetPlaces>(),
    /** Rows a hand-out delivered to each target; null for any other run. */
    delivery: jsonb().$type<Delivery>(),
    /** Why the last attempt failed; null if it did not. */
    failure: jsonb().$type<Failure>(),
    /** Only release 3.0.0 uses it. Kept so that people can go back. */
    cure: jsonb(),
    /** Ended attempts, oldest first. */
    attempts: jsonb().$type<AttemptRecord[]>().notNull().default([]),
    /** Last report of the attempt in progress. A lost node leaves it behind. */
    attemptRecord: jsonb().$type<AttemptRecord>(),
  },
  (table) => [
    check(
      'runs_status',
      sql`${table.status} in ('Queued', 'Running', 'Failed', 'Stopping', 'Stopped', 'Success', 'Warning', 'Error')`,
    ),
    index('runs_task').on(table.taskId, table.id),
    index('runs_ended').on(table.endedAt),
    index('runs_wave').on(table.waveId),
    index('runs_in_progress').on(table.status).where(sql`${table.endedAt} is null`),
    index('runs_active')
      .on(table.taskTypeId)
      .where(sql`${table.status} in ('Running', 'Stopping') and ${table.endedAt} is null`),
    // Finds tasks that did not run because of a prerequisite.
    index('runs_not_run')
      .on(sql`(${table.failure} -> 'task' ->> 'id')`)
      .where(sql`${table.failure} ->> 'cause' = 'not_run'`),
    // Finds tasks that need a person, by their current run.
    index('runs_in_need').on(table.id).where(sql`${table.status} in ('Error', 'Warning')`),
    index('runs_failed').on(table.waveId).where(sql`${table.status} in ('Error', 'Stopped')`),
    index('runs_line').on(table.taskTypeId, table.status, table.position).where(sql`${table.endedAt} is null`),
    // Finds the first run of a prerequisite type, and all runs queued before it.
    index('runs_queued').on(table.taskTypeId, table.queuedAt).where(sql`${table.endedAt} is null`),
    uniqueIndex('runs_one_in_progress').on(table.taskId).where(sql`${table.endedAt} is null`),
  ],
)

/** Rows a run copied. The task points to its newest complete data copy. */
export const dataCopies = pgTable(
  'data_copies',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
    columns: jsonb().$type<string[]>().notNull(),
    /** State of the target when these rows were copied; null if it was not verified or was written to since. */
    target: jsonb().$type<TargetState>(),
    rowCount: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('data_copies_task').on(table.taskId)],
)

export const dataCopyRows = pgTable(
  'data_copy_rows',
  {
    dataCopyId: integer()
      .notNull()
      .references(() => dataCopies.id, { onDelete: 'cascade' }),
    /** Row number, counted from 0. */
    rowNumber: integer().notNull(),
    cells: jsonb().$type<Cell[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.dataCopyId, table.rowNumber] })],
)
