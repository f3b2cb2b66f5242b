import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, doublePrecision, index, integer, pgTable } from 'drizzle-orm/pg-core'
import { text } from './columns.ts'
import { allTasks } from './tasks.ts'

/** Target rows of each run that appends. Saved before the first write of the run. */
export const appends = pgTable(
  'appends',
  {
    /** The run, which may be deleted by now. */
    runId: integer().primaryKey(),
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
    targetSsId: text().notNull(),
    /** Null for a tab the run had to create. */
    sheetId: integer(),
    /** The row of the header where the run writes it. */
    firstRow: integer().notNull(),
    firstColumn: integer().notNull(),
    writesHeader: boolean().notNull(),
    /** Maximum data rows an attempt may have written; the copied rows once the run has ended. */
    rowCount: integer().notNull(),
    /** The time in the first column, as the serial number of a date. No other run of the task has the same. */
    time: doublePrecision().notNull(),
    /** `begun` rows may be incomplete, and people may have moved `undone` rows: the next run takes them back. */
    state: text().$type<'begun' | 'done' | 'undone'>().notNull().default('begun'),
    /** The run that took them back. */
    takenBackBy: integer(),
  },
  (table) => [
    index('appends_task').on(table.taskId, table.runId),
    index('appends_unfinished').on(table.taskId).where(sql`${table.state} <> 'done' and ${table.takenBackBy} is null`),
  ],
)
