import { isNotNull, isNull, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import type { Lending } from '#contract/access.ts'
import type { ActivityOrigin, FieldChange } from '#contract/activity.ts'
import type { ActivityKind } from '#contract/activity-kind.ts'
import type { ChannelKind, DeliveryState, DigestChoice, FilteredKind } from '#contract/alert-channel.ts'
import type { AlertKind } from '#contract/alert-kind.ts'
import type { TokenScope } from '#contract/api-token.ts'
import type { CsvJob, RowProblem } from '#contract/csv-job.ts'
import type { Cure } from '#contract/cure.ts'
import type { Snooze } from '#contract/incident.ts'
import type { PreviewResult, PreviewStatus } from '#contract/preview.ts'
import type { Weekday } from '#contract/schedule-days.ts'
import type { ScheduleEventKind, ScheduleEventReason } from '#contract/schedule-event.ts'
import type { TaskChange } from '#contract/task-fields.ts'
import type { LogLevel } from '#contract/task-log.ts'
import type { TaskStatus } from '#contract/task-progress.ts'
import type { DeletionKind } from '#contract/trash.ts'
import type { Alert, IncidentKind } from '#domain/alerts/alert.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { ColumnCounts } from '#domain/copy/change-block.ts'
import type { EditShape } from '#domain/copy/edit-shape.ts'
import type { FormatRun } from '#domain/copy/format-run.ts'
import type { EditedCell, TargetState } from '#domain/copy/target-state.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import type { RestoreRequest } from '#domain/runs/restore-request.ts'

const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const timestamptz = () => timestamp({ withTimezone: true, mode: 'date' })

/** What was deleted together, and is restored together. */
export const deletions = pgTable(
  'deletions',
  {
    id: id(),
    kind: text().$type<DeletionKind>().notNull(),
    deletedAt: timestamptz().notNull().defaultNow(),
    /** An address; empty for what the app deleted by itself. */
    deletedBy: text().notNull(),
  },
  (table) => [index('deletions_at').on(table.deletedAt)],
)

/** Null while it is not in the trash. */
const deletionId = () => integer().references(() => deletions.id, { onDelete: 'restrict' })

export const taskTypeColumns = () => ({
  id: id(),
  name: text().notNull(),
  allowedConcurrentTasks: integer().notNull(),
  dependsOnId: integer().references((): AnyPgColumn => allTaskTypes.id, { onDelete: 'restrict' }),
  queueDelaySeconds: integer().notNull(),
  maxRetries: integer().notNull(),
  retryDelaySeconds: integer().notNull(),
  chunkSize: integer().notNull(),
  /** Skips runs of tasks whose files nobody edited since their last success. */
  skipsUntouched: boolean().notNull().default(false),
  position: integer().notNull(),
  /** When an attempt of this type last started, on any node. The queue delay counts from here. */
  lastStartAt: timestamptz(),
  /** After how many hours without success its tasks raise an alert; null for never. */
  alertAfterHours: integer(),
})

/** Also those in the trash. Everything but the trash itself works with `taskTypes`. */
export const allTaskTypes = pgTable('all_task_types', { ...taskTypeColumns(), deletionId: deletionId() }, (table) => [
  uniqueIndex('task_types_name_unique').on(table.name).where(isNull(table.deletionId)),
  index('task_types_deletion').on(table.deletionId).where(isNotNull(table.deletionId)),
])

export const taskColumns = () => ({
  id: id(),
  taskTypeId: integer()
    .notNull()
    .references(() => allTaskTypes.id, { onDelete: 'restrict' }),
  name: text().notNull(),
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
  createdBy: text().notNull(),
  /** Whose access the task uses when it lists no account; null until somebody else than `createdBy` owns it. */
  owner: text(),
  /** The run that gives the task its status; null means Pending. */
  currentRunId: integer().references((): AnyPgColumn => runs.id, { onDelete: 'set null' }),
  /** When the last successful run ended and how much it copied. The guards compare the next run with it. */
  lastSuccessAt: timestamptz(),
  lastRows: integer(),
  lastWidth: integer(),
  lastErrorCells: integer(),
  /** What would keep the task from copying, as the last access check found; null if nothing would. */
  accessProblem: text(),
  dataCopyId: integer().references((): AnyPgColumn => dataCopies.id, { onDelete: 'set null' }),
})

/** Also those in the trash. Everything but the trash itself works with `tasks`. */
export const allTasks = pgTable(
  'all_tasks',
  {
    ...taskColumns(),
    deletionId: deletionId(),
    /**
     * The place of a deleted task: `position` is how many tasks of its type come before it that are not deleted, and this
     * orders the deleted ones after the same task. 0 for a task that is not deleted.
     */
    trashOrder: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('tasks_name_in_type_unique').on(table.taskTypeId, table.name).where(isNull(table.deletionId)),
    uniqueIndex('tasks_source_target_unique').on(table.sourceSsId, table.targetSsId).where(isNull(table.deletionId)),
    index('tasks_position').on(table.taskTypeId, table.position),
    index('tasks_current_run').on(table.currentRunId),
    index('tasks_data_copy').on(table.dataCopyId),
    index('tasks_own_limit').on(table.taskTypeId).where(sql`${table.maxConcurrentTasks} is not null`),
    index('tasks_deletion').on(table.deletionId).where(isNotNull(table.deletionId)),
  ],
)

/** One row: when the last check of the access of all tasks began, on any node. */
export const accessChecks = pgTable('access_checks', {
  id: integer().primaryKey(),
  startedAt: timestamptz().notNull(),
})

/** The source of truth for runs. A queued job only wakes a worker, which then reads this table. */
export const runs = pgTable(
  'runs',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    /**
     * Copied from the task, so that one index finds the next runs. Triggers keep the copies up to date while the run is
     * in progress.
     */
    taskTypeId: integer(),
    position: integer(),
    status: text().$type<Exclude<TaskStatus, 'Pending'>>().notNull(),
    /** Shared by all runs that one request or one scheduled time started together. */
    waveId: uuid().notNull(),
    /** What was requested: one task, a group, or all tasks. */
    scope: text().$type<'task' | 'group' | 'all'>().notNull().default('task'),
    triggeredBy: text().notNull(),
    /** Where the request came from; null for what the app does by itself, and for a run of an earlier version. */
    origin: text().$type<ActivityOrigin>(),
    /** The name of the API token that requested it. */
    tokenName: text(),
    /** The preview after which someone asked for it; it may be deleted by now. */
    previewId: integer(),
    /** The W3C trace context of what queued it; null without tracing. */
    traceparent: text(),
    allowShrink: boolean().notNull().default(false),
    /** What the run puts back instead of copying; null for a copy. */
    restore: jsonb().$type<RestoreRequest>(),
    /** The number of the current attempt; 0 before the first one. */
    attempt: integer().notNull().default(0),
    queuedAt: timestamptz().notNull(),
    startedAt: timestamptz(),
    attemptStartedAt: timestamptz(),
    /** When a Failed run is tried again. */
    nextAttemptAt: timestamptz(),
    stopRequestedAt: timestamptz(),
    endedAt: timestamptz(),
    /** The node that is working on the run, until its lease ends; null while an admitted run waits for a worker. */
    leaseOwner: text(),
    leaseUntil: timestamptz(),
    /** When the attempt stops waiting for quota; null if it isn't waiting. */
    waitingUntil: timestamptz(),
    /**
     * Until when the provider may still apply a write that one of its attempts sent and got no answer to; null when all are
     * answered. While an attempt writes, it is as far ahead as its lease allows, in case the node is lost.
     */
    writesLandBy: timestamptz(),
    rowsDone: integer(),
    rowsTotal: integer(),
    /** When the current phase began; `rowsDone` counts from there. */
    phaseStartedAt: timestamptz(),
    cellsChanged: integer().notNull().default(0),
    reads: integer().notNull().default(0),
    writes: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    errorCount: integer().notNull().default(0),
    /** Whether a guard stopped the run before it wrote anything. */
    isHeld: boolean().notNull().default(false),
    /** Whether the run read no cells, because nobody edited either file since the last success. */
    isSkipped: boolean().notNull().default(false),
    /** What a person can do about the failure of the last attempt; null when it did not fail, or nothing can be done. */
    cure: jsonb().$type<Cure>(),
    /** The attempts that are over, oldest first. */
    attempts: jsonb().$type<AttemptRecord[]>().notNull().default([]),
    /** The attempt in progress, as it was last reported; left behind by a node that went away. */
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
    index('runs_failed').on(table.waveId).where(sql`${table.status} in ('Error', 'Stopped')`),
    index('runs_line').on(table.taskTypeId, table.status, table.position).where(sql`${table.endedAt} is null`),
    uniqueIndex('runs_one_in_progress').on(table.taskId).where(sql`${table.endedAt} is null`),
  ],
)

export const taskLogs = pgTable(
  'task_logs',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    /** Null once the run is deleted from the history; the log line outlives it. */
    runId: integer().references(() => runs.id, { onDelete: 'set null' }),
    level: text().$type<LogLevel>().notNull(),
    message: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('task_logs_task').on(table.taskId, table.id), index('task_logs_run').on(table.runId)],
)

/**
 * What a run changed in its target, recorded before it was written. A cell that the run was about to write when it broke
 * off may be listed although it was not written.
 */
export const changeSets = pgTable(
  'change_sets',
  {
    runId: integer()
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    createdAt: timestamptz().notNull(),
    /** Only the counts remain of one that was too large, or that had to make room for newer ones. */
    state: text().$type<'kept' | 'too_large' | 'expired'>().notNull().default('kept'),
    targetSsId: text().notNull(),
    targetTab: text().notNull(),
    /** Null until a tab that did not exist is created. */
    sheetId: integer(),
    /** Names of the target's columns, from the first. */
    columns: jsonb().$type<string[]>().notNull(),
    /** Number formats that the run replaced. */
    formats: jsonb().$type<FormatRun[]>().notNull().default([]),
    /** The task's `lastWidth` when the run began. */
    widthBefore: integer(),
    /** Rows and columns that the run added to the tab. */
    addedRows: integer().notNull().default(0),
    addedColumns: integer().notNull().default(0),
    filled: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    cleared: integer().notNull().default(0),
    /** Compressed. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [index('change_sets_task').on(table.taskId, table.runId), index('change_sets_state').on(table.state)],
)

/** The cells of a change set, in the order in which they were written. */
export const changeChunks = pgTable(
  'change_chunks',
  {
    id: id(),
    runId: integer()
      .notNull()
      .references(() => changeSets.runId, { onDelete: 'cascade' }),
    firstRow: integer().notNull(),
    lastRow: integer().notNull(),
    filled: integer().notNull(),
    changed: integer().notNull(),
    cleared: integer().notNull(),
    /** By column, counted from 1: how many of its cells were filled, changed and cleared. */
    columnCounts: jsonb().$type<ColumnCounts>().notNull(),
    /** Blocks of cells as JSON, compressed with Zstandard. */
    blocks: bytea().notNull(),
  },
  (table) => [index('change_chunks_run').on(table.runId, table.id)],
)

/** The rows that a run copied. The task points to its newest complete data copy. */
export const dataCopies = pgTable(
  'data_copies',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
    columns: jsonb().$type<string[]>().notNull(),
    /** What the target held when these rows were copied; null if it was not seen equal, or was written to since. */
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
    /** Counts from 0. */
    rowNumber: integer().notNull(),
    cells: jsonb().$type<Cell[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.dataCopyId, table.rowNumber] })],
)

/** Cells of the target that someone had edited before a run. */
export const targetEdits = pgTable('target_edits', {
  runId: integer()
    .primaryKey()
    .references(() => runs.id, { onDelete: 'cascade' }),
  count: integer().notNull(),
  shape: text().$type<EditShape>(),
  /** The first ones. */
  cells: jsonb().$type<EditedCell[]>().notNull(),
})

/** What runs of some tasks would change, kept for a while, so that every node can show it. */
export const previews = pgTable(
  'previews',
  {
    id: id(),
    createdBy: text().notNull(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    /** When the node that reads it last said so. */
    aliveAt: timestamptz().notNull(),
  },
  (table) => [index('previews_person').on(table.createdBy, table.id), index('previews_expiry').on(table.expiresAt)],
)

export const taskPreviews = pgTable(
  'task_previews',
  {
    id: id(),
    previewId: integer()
      .notNull()
      .references(() => previews.id, { onDelete: 'cascade' }),
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    status: text().$type<PreviewStatus>().notNull(),
    rowsDone: integer(),
    rowsTotal: integer(),
    waitingUntil: timestamptz(),
    error: text(),
    cure: jsonb().$type<Cure>(),
    result: jsonb().$type<PreviewResult>(),
    /** The names of the columns with changed cells, and how many cells of each are listed. */
    columns: jsonb().$type<{ column: number; name: string; count: number }[]>(),
  },
  (table) => [
    uniqueIndex('task_previews_task').on(table.previewId, table.taskId),
    index('task_previews_of_task').on(table.taskId),
  ],
)

/** The cells that a run would change, in blocks of rows from top to bottom. */
export const previewBlocks = pgTable(
  'preview_blocks',
  {
    taskPreviewId: integer()
      .notNull()
      .references(() => taskPreviews.id, { onDelete: 'cascade' }),
    /** How many cells come before those of this block. */
    firstCell: integer().notNull(),
    /** `RowChange[]` as JSON, compressed with gzip, in base64. */
    rows: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskPreviewId, table.firstCell] })],
)

/** What the last run of a task left behind, if it ended in Success. It lets the next run read less. */
export const copyMemories = pgTable(
  'copy_memories',
  {
    taskId: integer()
      .primaryKey()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    /** The run that left it. */
    runId: integer().notNull(),
    /** A hash of the version of the app and of what the task copied. */
    basis: text().notNull(),
    /** Of the format of the copy engine. */
    memory: jsonb().$type<unknown>().notNull(),
    targetSsId: text().notNull(),
    /** The version of the target's file, if it is known that its cells change only with it; null otherwise. */
    targetVersion: text(),
    /** Null where the version of the source's file is not known either. */
    sourceSsId: text(),
    /** The version of the source's file before a run last read it. */
    sourceVersion: text(),
    /** When a run last ended that read both tabs; null for a memory of an earlier version. */
    comparedAt: timestamptz(),
    /** When a run last read everything. */
    readAllAt: timestamptz().notNull(),
  },
  (table) => [
    index('copy_memories_target').on(table.targetSsId),
    index('copy_memories_source').on(table.sourceSsId).where(sql`${table.sourceVersion} is not null`),
  ],
)

/** The times at which all tasks run, one row per time. */
export const runAllTimes = pgTable('run_all_times', {
  /** HH:MM in the schedule's time zone. */
  time: text().primaryKey(),
})

/** One row, or none: the days on which Run All runs at its times. */
export const runAllDays = pgTable('run_all_days', {
  id: integer().primaryKey(),
  scheduleDays: jsonb().$type<Weekday[]>().notNull(),
  pausedUntil: text(),
  holidays: jsonb().$type<string[]>().notNull(),
})

/** Scheduled times that did not run as planned. It refers to nothing: it outlives the tasks. */
export const scheduleEvents = pgTable(
  'schedule_events',
  {
    id: id(),
    kind: text().$type<ScheduleEventKind>().notNull(),
    reason: text().$type<ScheduleEventReason>().notNull(),
    /** HH:MM in the schedule's time zone. */
    time: text().notNull(),
    /** The day that the schedule names, YYYY-MM-DD. */
    date: text().notNull(),
    dueAt: timestamptz().notNull(),
    notedAt: timestamptz().notNull(),
    isRunAll: boolean().notNull(),
    /** How many tasks it concerns. */
    count: integer().notNull(),
    /** The tasks, unless it is Run All. */
    taskIds: jsonb().$type<number[]>().notNull(),
  },
  (table) => [
    index('schedule_events_due').on(table.dueAt),
    index('schedule_events_tasks').using('gin', table.taskIds.op('jsonb_path_ops')),
  ],
)

/** How far each scheduled time has been handled, so that every occurrence runs once across all nodes and restarts. */
export const scheduleMarks = pgTable('schedule_marks', {
  /** HH:MM in the schedule's time zone. */
  time: text().primaryKey(),
  doneUntil: timestamptz().notNull(),
})

/** A person is who the sign-in provider says by issuer and subject. The address is what people see, and can change hands. */
export const users = pgTable(
  'users',
  {
    email: text().primaryKey(),
    id: integer().generatedAlwaysAsIdentity().unique(),
    /** Null for a user who has not signed in since these columns were added. */
    issuer: text(),
    subject: text(),
    name: text().notNull(),
    /** Which tasks may use the user's access to spreadsheets. */
    lending: text().$type<Lending>().notNull().default('own_tasks'),
    firstSignInAt: timestamptz().notNull(),
    lastSignInAt: timestamptz().notNull(),
  },
  (table) => [uniqueIndex('users_subject').on(table.issuer, table.subject)],
)

/** Lets tasks use the spreadsheets of a signed-in user. The tokens can't be decrypted without the session secret. */
export const userTokens = pgTable('user_tokens', {
  email: text().primaryKey(),
  /** The refresh token, encrypted. */
  sealed: text().notNull(),
  scopes: jsonb().$type<string[]>().notNull(),
  obtainedAt: timestamptz().notNull(),
  /** When the provider first rejected the token; null while it works. */
  revokedAt: timestamptz(),
  /** To the minute, when a request last used the access. */
  lastUsedAt: timestamptz(),
})

export const sessions = pgTable(
  'sessions',
  {
    /** A hash of the session's id, so that a leaked copy of this table can't be used to sign in. */
    idHash: text().primaryKey(),
    /** Null while a sign-in is in progress, and for a session that a node of an earlier version started. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    data: jsonb().$type<unknown>().notNull(),
    /** Null until the sign-in is complete, and for a session that a node of an earlier version started. */
    signedInAt: timestamptz(),
    /** At most an hour behind. */
    lastActiveAt: timestamptz(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index('sessions_expiry').on(table.expiresAt), index('sessions_user').on(table.userId)],
)

/** With an API token, a program makes calls in a user's name. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scope: text().$type<TokenScope>().notNull(),
    /** A hash of the token, so that a leaked copy of this table can't be used. */
    hash: text().notNull().unique(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    /** At most a minute behind. */
    lastUsedAt: timestamptz(),
  },
  (table) => [unique('api_tokens_name').on(table.userId, table.name)],
)

export const csvJobs = pgTable(
  'csv_jobs',
  {
    id: id(),
    type: text().$type<CsvJob['type']>().notNull(),
    direction: text().$type<CsvJob['direction']>().notNull(),
    status: text().$type<CsvJob['status']>().notNull(),
    fileName: text().notNull(),
    totalRows: integer().notNull().default(0),
    succeeded: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    errors: jsonb().$type<RowProblem[]>().notNull().default([]),
    createdBy: text().notNull(),
    createdAt: timestamptz().notNull(),
    finishedAt: timestamptz(),
  },
  (table) => [index('csv_jobs_type').on(table.type, table.id)],
)

/** Who changed what, kept for a year. It refers to nothing: it outlives what was changed. */
export const activity = pgTable(
  'activity',
  {
    id: id(),
    at: timestamptz().notNull(),
    kind: text().$type<ActivityKind>().notNull(),
    /** An address, or the schedule. */
    who: text().notNull(),
    origin: text().$type<ActivityOrigin>().notNull(),
    tokenName: text(),
    /** The IP address. */
    address: text(),
    subject: text().notNull(),
    count: integer().notNull(),
    names: jsonb().$type<string[]>().notNull(),
    taskIds: jsonb().$type<number[]>().notNull(),
    changes: jsonb().$type<FieldChange[]>().notNull(),
  },
  (table) => [
    index('activity_at').on(table.at),
    index('activity_tasks').using('gin', table.taskIds.op('jsonb_path_ops')),
  ],
)

/** The messages about what went wrong or recovered, each for all channels, kept for some weeks. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey(),
    kind: text().$type<AlertKind>().notNull(),
    content: jsonb().$type<Alert>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('alerts_created').on(table.createdAt)],
)

/**
 * What is wrong with a task or an account, from its first sign until it has recovered and that was reported. It is written
 * in the transaction that finds it, and read by the node that sends alerts.
 */
export const alertIncidents = pgTable(
  'alert_incidents',
  {
    id: id(),
    kind: text().$type<IncidentKind>().notNull(),
    /** The task or the account: at most one incident of a kind is open for each. */
    subject: text().notNull(),
    taskId: integer().references(() => allTasks.id, { onDelete: 'cascade' }),
    /** The wave of the run that opened it. */
    waveId: uuid(),
    /** The message for users, from which incidents with the same cause are recognized. */
    message: text().notNull(),
    openedAt: timestamptz().notNull(),
    closedAt: timestamptz(),
    /** When the alert about it was created; null while there is none, and again when a snooze has ended. */
    reportedAt: timestamptz(),
    alertId: uuid().references(() => alerts.id, { onDelete: 'set null' }),
    snooze: text().$type<Snooze>(),
    /** Null in a snooze that lasts until the incident is closed. */
    snoozedUntil: timestamptz(),
    snoozedBy: text(),
  },
  (table) => [
    uniqueIndex('alert_incidents_open').on(table.kind, table.subject).where(sql`${table.closedAt} is null`),
    index('alert_incidents_task').on(table.taskId),
    index('alert_incidents_alert').on(table.alertId),
  ],
)

/** The scheduled Run Alls whose digest has not been created. */
export const alertWaves = pgTable('alert_waves', {
  waveId: uuid().primaryKey(),
  name: text().notNull(),
  startedAt: timestamptz().notNull(),
})

/** Where alerts are sent. */
export const alertChannels = pgTable('alert_channels', {
  id: id(),
  kind: text().$type<ChannelKind>().notNull(),
  name: text().notNull().unique('alert_channels_name'),
  isOn: boolean().notNull(),
  kinds: jsonb().$type<FilteredKind[]>().notNull(),
  /** Null for all types. */
  typeIds: jsonb().$type<number[]>(),
  digest: text().$type<DigestChoice>().notNull(),
  quietHours: jsonb().$type<{ from: string; to: string }>(),
  recipients: jsonb().$type<string[]>().notNull(),
  /** The address of a chat or a program, and what alerts to it are signed with; both encrypted. */
  sealedUrl: text(),
  sealedSecret: text(),
  /** Why the last alert was not delivered; null if it was. */
  problem: text(),
  createdBy: text().notNull(),
  createdAt: timestamptz().notNull(),
})

/** What was sent to each channel, and what still has to be. */
export const alertDeliveries = pgTable(
  'alert_deliveries',
  {
    id: id(),
    channelId: integer()
      .notNull()
      .references(() => alertChannels.id, { onDelete: 'cascade' }),
    alertId: uuid()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    state: text().$type<DeliveryState>().notNull(),
    createdAt: timestamptz().notNull(),
    /** Not before this time. */
    dueAt: timestamptz().notNull(),
    tries: integer().notNull().default(0),
    /** When the tries that count began; a delivery is given up a day later. */
    firstTriedAt: timestamptz(),
    triedAt: timestamptz(),
    /** What the receiver answered to the last try, or why there was no answer. */
    answer: text(),
    /** Until when a node is trying; it may have gone away. */
    leaseUntil: timestamptz(),
  },
  (table) => [
    index('alert_deliveries_channel').on(table.channelId, table.id),
    index('alert_deliveries_waiting').on(table.channelId, table.id).where(sql`${table.state} = 'waiting'`),
    index('alert_deliveries_alert').on(table.alertId),
  ],
)

/** What an entry of Activity changed of a task, so that it can be put back: only the fields that changed. */
export const taskChanges = pgTable(
  'task_changes',
  {
    id: id(),
    activityId: integer()
      .notNull()
      .references(() => activity.id, { onDelete: 'cascade' }),
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    /** Null for a task that was created. */
    before: jsonb().$type<TaskChange>(),
    after: jsonb().$type<TaskChange>(),
    /** Its position in the type that it left; null if it stayed in its type. */
    positionBefore: integer(),
  },
  (table) => [
    index('task_changes_task').on(table.taskId, table.activityId),
    index('task_changes_activity').on(table.activityId),
  ],
)

/** One-time steps that this installation has completed, such as adding the samples. */
export const milestones = pgTable('milestones', {
  name: text().primaryKey(),
  reachedAt: timestamptz().notNull(),
})

/** Requests per quota bucket. rate-limiter-flexible reads and writes this table, and prescribes its columns. */
export const quotaSlots = pgTable('quota_slots', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Unix time in milliseconds. */
  expire: bigint({ mode: 'number' }),
})
