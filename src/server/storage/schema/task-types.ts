import { isNotNull, isNull } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { FreshnessNote } from '#contract/freshness.ts'
import { DEFAULT_AT_MOST_EVERY_MINUTES, DEFAULT_PAUSE_MINUTES } from '#contract/on-edit.ts'
import { id, text, timestamptz } from './columns.ts'
import { deletionId } from './deletions.ts'

/** A task without an interval or hours has the interval and hours of its type. */
export const intervalColumns = () => ({ everyMinutes: integer(), everyMinutesBetween: text().notNull().default('') })

export const taskTypeColumns = () => ({
  id: id(),
  name: text().notNull(),
  allowedConcurrentTasks: integer().notNull(),
  dependsOnId: integer().references((): AnyPgColumn => allTaskTypes.id, { onDelete: 'restrict' }),
  queueDelaySeconds: integer().notNull(),
  maxRetries: integer().notNull(),
  retryDelaySeconds: integer().notNull(),
  chunkSize: integer().notNull(),
  /** Skips runs of tasks whose files nobody has edited since their last success. */
  skipsUntouched: boolean().notNull().default(false),
  position: integer().notNull(),
  /** When an attempt of this type last started, on any node. The queue delay counts from here. */
  lastStartAt: timestamptz(),
  /** After how many hours without success its tasks raise an alert; null for never. */
  alertAfterHours: integer(),
  /** Whether a run holds when a column of the source is missing, moved or renamed since the last copy. */
  onColumnChange: text().$type<'hold' | 'follow'>().notNull().default('hold'),
  /** A run holds when more than so many percent of the rows, or of a column's filled cells, vanish; 100 for never. */
  holdLossPercent: integer().notNull().default(30),
  ...intervalColumns(),
  /** How fresh its tasks have to be, unless they say so themselves. */
  freshBy: text(),
  freshWithinMinutes: integer(),
  /** Whether its tasks run after the tasks that fill their sources. */
  afterSource: boolean().notNull().default(false),
  /** Whether an edit of the source runs its tasks, after how long without edits, and how far apart. */
  onEdit: boolean().notNull().default(false),
  onEditPauseMinutes: integer().notNull().default(DEFAULT_PAUSE_MINUTES),
  onEditAtMostEveryMinutes: integer().notNull().default(DEFAULT_AT_MOST_EVERY_MINUTES),
  /** Where the readers of its targets see how fresh they are. */
  freshnessNote: text().$type<FreshnessNote>().notNull().default('off'),
  /** Whether runs of its tasks leave values of cells in the database. */
  keepsCells: boolean().notNull().default(true),
})

/** Includes types in the trash. Everything but the trash itself works with `taskTypes`. */
export const allTaskTypes = pgTable('all_task_types', { ...taskTypeColumns(), deletionId: deletionId() }, (table) => [
  uniqueIndex('task_types_name_unique').on(table.name).where(isNull(table.deletionId)),
  index('task_types_deletion').on(table.deletionId).where(isNotNull(table.deletionId)),
])
