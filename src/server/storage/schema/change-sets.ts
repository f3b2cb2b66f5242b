import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { ColumnCounts } from '#domain/copy/change-block.ts'
import type { EditShape } from '#domain/copy/edit-shape.ts'
import type { FormatSegment } from '#domain/copy/format-segment.ts'
import type { TableChange } from '#domain/copy/table-growth.ts'
import type { EditedCell } from '#domain/copy/target-state.ts'
import { bytea, id, jsonb, text, timestamptz } from './columns.ts'
import { allTasks, runs } from './tasks.ts'

/** Columns for a changed tab and its changes other than values. */
function changedTab() {
  return {
    targetSsId: text().notNull(),
    targetTab: text().notNull(),
    /** Null if the tab does not exist yet. */
    sheetId: integer(),
    /** Names of the target's columns, from the first column on. */
    columns: jsonb().$type<string[]>().notNull(),
    /** Key columns of the tab, counted from 1, for a run that updates by key. */
    keyColumns: jsonb().$type<number[]>(),
    /** Number formats the run replaced. */
    formats: jsonb().$type<FormatSegment[]>().notNull().default([]),
    /** Tables whose range changed in the run. */
    tables: jsonb().$type<TableChange[]>().notNull().default([]),
    /** Moves of whole rows the run planned, oldest first. */
    rowMoves: jsonb('row_moves').$type<RowMoves[]>().notNull().default([]),
    /** Width of the region when the run began. */
    widthBefore: integer(),
    /** Number of rows and columns the run added to the tab. */
    addedRows: integer().notNull().default(0),
    addedColumns: integer().notNull().default(0),
  }
}

function changeCounts() {
  return {
    filled: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    cleared: integer().notNull().default(0),
  }
}

/**
 * The changes of a run in its target, recorded before they are written. If a run breaks off, its last listed cells may not have
 * been written.
 */
export const changeSets = pgTable(
  'change_sets',
  {
    runId: integer()
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    createdAt: timestamptz().notNull(),
    /**
     * If not `kept`, only the counts remain: the set was too large, made room for newer sets, or belongs to a type that keeps
     * no cells.
     */
    state: text().$type<'kept' | 'too_large' | 'expired' | 'not_kept'>().notNull().default('kept'),
    /** Target, and changes other than values; empty for a hand-out, which uses `changed_targets`. */
    ...changedTab(),
    ...changeCounts(),
    /** Compressed size of the cells. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [index('change_sets_task').on(table.taskId, table.runId), index('change_sets_state').on(table.state)],
)

/** The changes in each target of a hand-out run. */
export const changedTargets = pgTable(
  'changed_targets',
  {
    runId: integer()
      .notNull()
      .references(() => changeSets.runId, { onDelete: 'cascade' }),
    /** The normalized form of the value. */
    targetKey: text().notNull(),
    value: text().notNull(),
    ...changedTab(),
    ...changeCounts(),
    /** State of the target before the run, in the copy engine's format. */
    stateBefore: jsonb().$type<unknown>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.targetKey] }),
    index('changed_targets_spreadsheet').on(table.targetSsId),
  ],
)

/** The cells of a change set, in the order they were written. */
export const changeChunks = pgTable(
  'change_chunks',
  {
    id: id(),
    runId: integer()
      .notNull()
      .references(() => changeSets.runId, { onDelete: 'cascade' }),
    /** Key of the cells' target for a hand-out; empty otherwise. */
    targetKey: text().notNull().default(''),
    firstRow: integer().notNull(),
    lastRow: integer().notNull(),
    filled: integer().notNull(),
    changed: integer().notNull(),
    cleared: integer().notNull(),
    /** Numbers of filled, changed and cleared cells by column, counted from 1. */
    columnCounts: jsonb().$type<ColumnCounts>().notNull(),
    /** Blocks of cells as JSON, compressed with Zstandard. */
    blocks: bytea().notNull(),
  },
  (table) => [index('change_chunks_run').on(table.runId, table.id)],
)

/** Cells of the target that people had edited before a run. */
export const targetEdits = pgTable('target_edits', {
  runId: integer()
    .primaryKey()
    .references(() => runs.id, { onDelete: 'cascade' }),
  count: integer().notNull(),
  shape: text().$type<EditShape>(),
  /** The first of the edited cells. */
  cells: jsonb().$type<EditedCell[]>().notNull(),
})

/** Maximum cells of a spreadsheet that a task's runs read at once, because the provider refused larger reads. */
export const readLimits = pgTable(
  'read_limits',
  {
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    spreadsheetId: text().notNull(),
    maxCells: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.spreadsheetId] })],
)

/** The memory of a task's last run, if it ended in Success. It lets the next run read less. */
export const copyMemories = pgTable(
  'copy_memories',
  {
    taskId: integer()
      .primaryKey()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    /** The run that left the memory. */
    runId: integer().notNull(),
    /** Hash of the app's version and of the settings that decide what the task copies. */
    basis: text().notNull(),
    /** The memory itself, in the copy engine's format. */
    memory: jsonb().$type<unknown>().notNull(),
    targetSsId: text().notNull(),
    /** The version of the target's file; null unless its cells are known to change only with it. */
    targetVersion: text(),
    /** Null if the version of the source's file is also unknown. */
    sourceSsId: text(),
    /** The version of the source's file before a run last read it. */
    sourceVersion: text(),
    /** End of the last run that read both tabs. */
    comparedAt: timestamptz(),
    /** When a run last read everything. */
    readAllAt: timestamptz().notNull(),
  },
  (table) => [
    index('copy_memories_target').on(table.targetSsId),
    index('copy_memories_source').on(table.sourceSsId).where(sql`${table.sourceVersion} is not null`),
  ],
)
