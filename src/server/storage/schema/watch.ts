import { type AnyPgColumn, boolean, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { text, timestamptz } from './columns.ts'
import { allTasks } from './tasks.ts'

/** Node that asks Drive about edits: a single row, or none. */
export const watchLease = pgTable('watch_lease', {
  id: integer().primaryKey(),
  nodeId: text().notNull(),
  until: timestamptz().notNull(),
})

/** Drive's last answers about the spreadsheets whose edits run tasks, as each account sees them. */
export const watchedSources = pgTable(
  'watched_sources',
  {
    sourceSsId: text().notNull(),
    account: text().notNull(),
    /** Null until Drive has answered. */
    version: text(),
    /** When it was first seen at this version. */
    seenAt: timestamptz(),
    /** When it was last edited, as far as known; null until an edit was seen. */
    editedAt: timestamptz(),
    /** When Drive last answered. */
    polledAt: timestamptz(),
  },
  (table) => [primaryKey({ columns: [table.sourceSsId, table.account] })],
)

/** How far each task has followed the edits of each of its sources. */
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
    /** Whether the edit may be the task's own writes, however they reached the source. */
    isEcho: boolean().notNull().default(false),
    /** The last run of the task that an edit of any source started, and when. The run may be deleted by now. */
    startedRunId: integer(),
    startedAt: timestamptz(),
    /** Whether it was started for an echo. */
    startedForEcho: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.sourceSsId] }),
    index('watched_tasks_source').on(table.sourceSsId, table.account),
  ],
)
