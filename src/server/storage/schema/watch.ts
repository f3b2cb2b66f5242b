import { type AnyPgColumn, boolean, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { text, timestamptz } from './columns.ts'
import { allTasks } from './tasks.ts'

/** Node that asks Drive about edits, in at most one row. */
export const watchLease = pgTable('watch_lease', {
  id: integer().primaryKey(),
  nodeId: text().notNull(),
  until: timestamptz().notNull(),
})

/** Drive's last answers about spreadsheets whose edits run tasks, as seen by each account. */
export const watchedSources = pgTable(
  'watched_sources',
  {
    sourceSsId: text().notNull(),
    account: text().notNull(),
    /** Null until Drive has answered. */
    version: text(),
    /** When this version was first seen. */
    seenAt: timestamptz(),
    /** Time of the last known edit; null until an edit was seen. */
    editedAt: timestamptz(),
    /** When Drive last answered. */
    polledAt: timestamptz(),
  },
  (table) => [primaryKey({ columns: [table.sourceSsId, table.account] })],
)

/** Edits of each source that each task has handled. */
export const watchedTasks = pgTable(
  'watched_tasks',
  {
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
    sourceSsId: text().notNull(),
    account: text().notNull(),
    /** Last version that needs no run; null until the first answer. Only later edits count. */
    handledVersion: text(),
    /** Time of the first edit that still needs a run; null if there is none. */
    pendingSince: timestamptz(),
    /** Whether the edit may come from the task's own writes, however they reached the source. */
    isEcho: boolean().notNull().default(false),
    /** The task's last run that an edit of any source started. The run may be deleted by now. */
    startedRunId: integer(),
    startedAt: timestamptz(),
    /** Whether that run was started for an echo. */
    startedForEcho: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.sourceSsId] }),
    index('watched_tasks_source').on(table.sourceSsId, table.account),
  ],
)
