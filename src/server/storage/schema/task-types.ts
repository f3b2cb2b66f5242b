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
  /** Whether runs are skipped if nobody has edited a task's files since its last success. */
  skipsUntouched: boolean().notNull().default(false),
  position: integer().notNull(),
  /** When an attempt of this type last started, on any node. The queue delay counts from here. */
  lastStartAt: timestamptz(),
  /** Hours without success after which a task raises an alert; null for never. */
  alertAfterHours: integer(),
  /** Whether a run holds if a source column was removed, moved or renamed since the last copy. */
  onColumnChange: text().$type<'hold' | 'follow'>().notNull().default('hold'),
  /** Maximum percentage of rows, or of a column's filled cells, that may vanish before a run holds; 100 to never hold. */
  holdLossPercent: integer().notNull().default(30),
  ...intervalColumns(),
  /** How fresh the targets must be, unless a task has its own setting. */
  freshBy: text(),
  freshWithinMinutes: integer(),
  /** Whether tasks run after the tasks that fill their sources. */
  afterSource: boolean().notNull().default(false),
  /** Whether an edit of the source runs a task. The next columns set the time without edits and the time between runs. */
  onEdit: boolean().notNull().default(false),
  onEditPauseMinutes: integer().notNull().default(DEFAULT_PAUSE_MINUTES),
  onEditAtMostEveryMinutes: integer().notNull().default(DEFAULT_AT_MOST_EVERY_MINUTES),
  /** Place where people who read the targets see how fresh they are. */
  freshnessNote: text().$type<FreshnessNote>().notNull().default('off'),
  /** Whether runs store values of cells in the database. */
  keepsCells: boolean().notNull().default(true),
})

/** Task types, including types in the trash. Only the trash itself uses this table; all other code uses `taskTypes`. */
export const allTaskTypes = pgTable('all_task_types', { ...taskTypeColumns(), deletionId: deletionId() }, (table) => [
  uniqueIndex('task_types_name_unique').on(table.name).where(isNull(table.deletionId)),
  index('task_types_deletion').on(table.deletionId).where(isNotNull(table.deletionId)),
])
