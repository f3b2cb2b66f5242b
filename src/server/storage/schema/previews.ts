import { index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PreviewResult, PreviewStatus } from '#contract/preview.ts'
import type { Failure } from '#domain/failures/failure.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { id, jsonb, text, timestamptz } from './columns.ts'
import { allTasks } from './tasks.ts'

/** Previews of runs. They are stored for a while so that every node can show them. */
export const previews = pgTable(
  'previews',
  {
    id: id(),
    createdBy: text().notNull(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    /** Last sign of life from the node that reads the preview. */
    aliveAt: timestamptz().notNull(),
  },
  (table) => [index('previews_person').on(table.createdBy, table.id), index('previews_expiry').on(table.expiresAt)],
)

export const taskPreviews = pgTable(
  'task_previews',
  {
    id: id(),
    previewId: integer()
      .notNull()
      .references(() => previews.id, { onDelete: 'cascade' }),
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    status: text().$type<PreviewStatus>().notNull(),
    rowsDone: integer(),
    rowsTotal: integer(),
    waitingUntil: timestamptz(),
    error: text(),
    failure: jsonb().$type<Failure>(),
    /** Only release 3.0.0 uses it. Kept so that people can go back. */
    cure: jsonb(),
    result: jsonb().$type<Omit<PreviewResult, 'rules'> & { holds?: readonly Hold[] }>(),
    /** Columns with changed cells: their names, and how many cells of each are listed. */
    columns: jsonb().$type<{ column: number; name: string; count: number }[]>(),
  },
  (table) => [
    uniqueIndex('task_previews_task').on(table.previewId, table.taskId),
    index('task_previews_of_task').on(table.taskId),
  ],
)

/** Cells a run would change, in blocks of rows from top to bottom. */
export const previewBlocks = pgTable(
  'preview_blocks',
  {
    taskPreviewId: integer()
      .notNull()
      .references(() => taskPreviews.id, { onDelete: 'cascade' }),
    /** Number of cells before this block. */
    firstCell: integer().notNull(),
    /** `RowChange[]` as JSON, compressed with gzip, in base64. */
    rows: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskPreviewId, table.firstCell] })],
)
