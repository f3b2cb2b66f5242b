import { isNull } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RejectedCell } from '#domain/copy/rejected-cells.ts'
import type { Baseline } from '#domain/guards/baseline.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { Measures } from '#domain/guards/measures.ts'
import { bytea, id, jsonb, text, timestamptz } from './columns.ts'
import { allTasks } from './tasks.ts'

/** States after verified copies. The guards compare the next copy with the newest state that no undo has reverted. */
export const copyBaselines = pgTable(
  'copy_baselines',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
    /** The copying run. It may be deleted by now. */
    runId: integer().notNull(),
    /** Source and target of the copy. The state says nothing about copies between other places. */
    place: text().notNull(),
    baseline: jsonb().$type<Baseline>().notNull(),
    /** Differences from the previous copy. */
    measures: jsonb().$type<Measures>().notNull(),
    /** Whether a person accepted findings that would have held the copy. */
    wasAccepted: boolean().notNull().default(false),
    wasUndone: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('copy_baselines_task').on(table.taskId, table.id)],
)

/** Cells of a task's target that rejected their values, because of their formats or validation. */
export const rejectedCells = pgTable('kept_cells', {
  taskId: integer()
    .primaryKey()
    .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
  /** Source and target of the copy. */
  place: text().notNull(),
  cells: jsonb().$type<readonly RejectedCell[]>().notNull(),
})

/** Rows of each source of a task with several sources, as of the last copy. */
export const sourceCopies = pgTable(
  'source_copies',
  {
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
    /** The key of the source within the task. */
    source: text().notNull(),
    /** Chunk 0 describes the other chunks. */
    chunk: integer().notNull(),
    /** Compressed JSON. */
    content: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.source, table.chunk] })],
)

/** Reasons why a task's runs wait for a person. A task has at most one open hold. */
export const holds = pgTable(
  'holds',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
    /** The findings that hold the task, each with its facts. */
    rules: jsonb().$type<Hold[]>().notNull(),
    since: timestamptz().notNull(),
    /** When a person decided to copy anyway; null while nobody has. */
    acceptedAt: timestamptz(),
    acceptedBy: text(),
    /** When a run copied or found something else; null while the hold is open. */
    closedAt: timestamptz(),
  },
  (table) => [uniqueIndex('holds_one_open').on(table.taskId).where(isNull(table.closedAt))],
)
