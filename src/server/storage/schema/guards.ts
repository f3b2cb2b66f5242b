import { isNull } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RejectedCell } from '#domain/copy/rejected-cells.ts'
import type { Baseline } from '#domain/guards/baseline.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { Measures } from '#domain/guards/measures.ts'
import { bytea, id, jsonb, text, timestamptz } from './columns.ts'
import { allTasks } from './tasks.ts'

/** States after verified copies. The guards compare the next copy with the newest state that was not undone. */
export const copyBaselines = pgTable(
  'copy_baselines',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
    /** The run, which may be deleted by now. */
    runId: integer().notNull(),
    /** From where to where it copied. It says nothing about copies between other places. */
    place: text().notNull(),
    baseline: jsonb().$type<Baseline>().notNull(),
    /** How it differed from the copy before it. */
    measures: jsonb().$type<Measures>().notNull(),
    /** Whether a person accepted what would have held it. */
    wasAccepted: boolean().notNull().default(false),
    wasUndone: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('copy_baselines_task').on(table.taskId, table.id)],
)

/** Cells of a task's target that did not take their values, because of their formats or validation. */
export const rejectedCells = pgTable('kept_cells', {
  taskId: integer()
    .primaryKey()
    .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
  /** From where to where the task copied. */
  place: text().notNull(),
  cells: jsonb().$type<readonly RejectedCell[]>().notNull(),
})

/** The rows of each source of a task with several sources, as they were last copied. */
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
    /** JSON, compressed. */
    content: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.source, table.chunk] })],
)

/** Why the runs of a task wait for a person. At most one hold of a task is open. */
export const holds = pgTable(
  'holds',
  {
    id: id(),
    taskId: integer()
      .notNull()
      .references((): AnyPgColumn => allTasks.id, { onDelete: 'cascade' }),
    /** The rules that hold the task, each with its facts. */
    rules: jsonb().$type<Hold[]>().notNull(),
    since: timestamptz().notNull(),
    /** When a person decided to copy it anyway, and who; null while nobody has. */
    acceptedAt: timestamptz(),
    acceptedBy: text(),
    /** When a run copied, or found something else; null while it is open. */
    closedAt: timestamptz(),
  },
  (table) => [uniqueIndex('holds_one_open').on(table.taskId).where(isNull(table.closedAt))],
)
