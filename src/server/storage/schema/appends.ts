import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, doublePrecision, index, integer, pgTable } from 'drizzle-orm/pg-core'
import { text } from './columns.ts'
import { allTasks } from './tasks.ts'

/** Target rows of each run that appends. Saved before the first write of the run. */
export const appends = pgTable(
  'appends',
  {
    /** The run that appended the rows. It may be deleted by now. */
    runId: integer().primaryKey(),
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
    targetSsId: text().notNull(),
    /** Null for a tab the run had to create. */
    sheetId: integer(),
    /** Row of the header, if the run writes one. */
    firstRow: integer().notNull(),
    firstColumn: integer().notNull(),
    writesHeader: boolean().notNull(),
    /** Maximum data rows an attempt may have written. After the run, the number of copied rows. */
    rowCount: integer().notNull(),
    /** Time in the first column, as the serial number of a date. Unique among the runs of a task. */
    time: doublePrecision().notNull(),
    /** `begun` rows may be incomplete, and people may have moved `undone` rows: the next run takes them back. */
    state: text().$type<'begun' | 'done' | 'undone'>().notNull().default('begun'),
    /** The run that took these rows back. */
    takenBackBy: integer(),
  },
  (table) => [
    index('appends_task').on(table.taskId, table.runId),
    index('appends_unfinished').on(table.taskId).where(sql`${table.state} <> 'done' and ${table.takenBackBy} is null`),
  ],
)
