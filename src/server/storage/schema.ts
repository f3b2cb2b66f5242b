import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
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
} from 'drizzle-orm/pg-core'
import type { CsvJob, RowProblem } from '#contract/csv-job.ts'
import type { TaskStatus } from '#contract/task.ts'
import type { LogLevel } from '#contract/task-log.ts'
import type { Cell } from '#domain/copy/cell.ts'

const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
const moment = () => timestamp({ withTimezone: true, mode: 'date' })

export const taskTypes = pgTable(
  'task_types',
  {
    id: id(),
    name: text().notNull(),
    allowedConcurrentTasks: integer().notNull(),
    dependsOnId: integer().references((): AnyPgColumn => taskTypes.id, { onDelete: 'restrict' }),
    queueDelaySeconds: integer().notNull(),
    maxRetries: integer().notNull(),
    retryDelaySeconds: integer().notNull(),
    chunkSize: integer().notNull(),
    position: integer().notNull(),
    /** When an attempt of this type last started, on any node: what the queue delay counts from. */
    lastStartAt: moment(),
  },
  (table) => [unique('task_types_name_unique').on(table.name)],
)

export const tasks = pgTable(
  'tasks',
  {
    id: id(),
    taskTypeId: integer()
      .notNull()
      .references(() => taskTypes.id, { onDelete: 'restrict' }),
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
    /** Place within the type, from 1, without gaps or ties. */
    position: integer().notNull(),
    maxConcurrentTasks: integer(),
    isActive: boolean().notNull(),
    createdBy: text().notNull(),
    /** The run whose status is the task's; none: Pending. */
    currentRunId: integer().references((): AnyPgColumn => runs.id, { onDelete: 'set null' }),
    /** When the last run that ended in Success ended, and the size of what it copied: what the guards compare with. */
    lastSuccessAt: moment(),
    lastRows: integer(),
    lastWidth: integer(),
    dataCopyId: integer().references((): AnyPgColumn => dataCopies.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('tasks_name_in_type_unique').on(table.taskTypeId, table.name),
    unique('tasks_source_target_unique').on(table.sourceSsId, table.targetSsId),
    index('tasks_position').on(table.taskTypeId, table.position),
    index('tasks_current_run').on(table.currentRunId),
    index('tasks_data_copy').on(table.dataCopyId),
  ],
)

/** The truth about every run; a queued job only wakes a worker to look here. */
export const runs = pgTable(
  'runs',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    /** The task's type and position, kept in step by triggers while the run is in progress: its place in the line. */
    taskTypeId: integer(),
    position: integer(),
    status: text().$type<Exclude<TaskStatus, 'Pending'>>().notNull(),
    /** The runs that one request or one scheduled time started together. */
    waveId: uuid().notNull(),
    /** What was asked for: one task, its group, or everything. */
    scope: text().$type<'task' | 'group' | 'all'>().notNull().default('task'),
    triggeredBy: text().notNull(),
    allowShrink: boolean().notNull().default(false),
    /** 0 before the first attempt. */
    attempt: integer().notNull().default(0),
    queuedAt: moment().notNull(),
    startedAt: moment(),
    attemptStartedAt: moment(),
    /** When a Failed run may try again. */
    nextAttemptAt: moment(),
    stopRequestedAt: moment(),
    endedAt: moment(),
    /** The node that works on the run, while its lease lasts; null while an admitted run waits for a worker. */
    leaseOwner: text(),
    leaseUntil: moment(),
    /** Until when the attempt waits for quota; null when it does not. */
    waitingUntil: moment(),
    rowsDone: integer(),
    rowsTotal: integer(),
    /** When the attempt began the phase that `rowsDone` counts in. */
    phaseStartedAt: moment(),
    cellsChanged: integer().notNull().default(0),
    reads: integer().notNull().default(0),
    writes: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    errorCount: integer().notNull().default(0),
    /** A guard kept the run from writing. */
    isHeld: boolean().notNull().default(false),
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
      .references(() => tasks.id, { onDelete: 'cascade' }),
    /** None once the history has dropped the run: the line stays as long as the log keeps it. */
    runId: integer().references(() => runs.id, { onDelete: 'set null' }),
    level: text().$type<LogLevel>().notNull(),
    message: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [index('task_logs_task').on(table.taskId, table.id), index('task_logs_run').on(table.runId)],
)

/** The rows that a run copied; the task points at the one to show once it is complete. */
export const dataCopies = pgTable(
  'data_copies',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => tasks.id, { onDelete: 'cascade' }),
    columns: jsonb().$type<string[]>().notNull(),
    rowCount: integer().notNull().default(0),
    createdAt: moment().notNull(),
  },
  (table) => [index('data_copies_task').on(table.taskId)],
)

export const dataCopyRows = pgTable(
  'data_copy_rows',
  {
    dataCopyId: integer()
      .notNull()
      .references(() => dataCopies.id, { onDelete: 'cascade' }),
    /** From 0. */
    rowNumber: integer().notNull(),
    cells: jsonb().$type<Cell[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.dataCopyId, table.rowNumber] })],
)

/** The times at which everything is run: one row a time. */
export const runAllTimes = pgTable('run_all_times', {
  /** HH:MM in the schedule's zone. */
  time: text().primaryKey(),
})

/** How far each scheduled time has been dealt with, so that every occurrence is run once over all nodes and restarts. */
export const scheduleMarks = pgTable('schedule_marks', {
  /** HH:MM in the schedule's zone. */
  time: text().primaryKey(),
  doneUntil: moment().notNull(),
})

export const users = pgTable('users', {
  email: text().primaryKey(),
  name: text().notNull(),
  firstSignInAt: moment().notNull(),
  lastSignInAt: moment().notNull(),
})

/** What lets tasks use the spreadsheets of a person who signed in; without the session secret nobody can read it. */
export const userTokens = pgTable('user_tokens', {
  email: text().primaryKey(),
  /** The refresh token, encrypted. */
  sealed: text().notNull(),
  scopes: jsonb().$type<string[]>().notNull(),
  obtainedAt: moment().notNull(),
  /** When the provider first refused it; null while it serves. */
  revokedAt: moment(),
})

export const sessions = pgTable(
  'sessions',
  {
    /** A hash of the session's id, so that a copy of this table opens no session. */
    idHash: text().primaryKey(),
    data: jsonb().$type<unknown>().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [index('sessions_expiry').on(table.expiresAt)],
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
    createdAt: moment().notNull(),
    finishedAt: moment(),
  },
  (table) => [index('csv_jobs_type').on(table.type, table.id)],
)

/** What this installation has done once: the samples, above all. */
export const milestones = pgTable('milestones', {
  name: text().primaryKey(),
  reachedAt: moment().notNull(),
})
