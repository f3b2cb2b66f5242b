import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { LogLevel } from '#contract/task-log.ts'
import { id, text, timestamptz } from './columns.ts'
import { allTasks, runs } from './tasks.ts'

export const taskLogs = pgTable(
  'task_logs',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    /** Null after the run was deleted from the history. The log line outlives the run. */
    runId: integer().references(() => runs.id, { onDelete: 'set null' }),
    level: text().$type<LogLevel>().notNull(),
    message: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('task_logs_task').on(table.taskId, table.id), index('task_logs_run').on(table.runId)],
)
