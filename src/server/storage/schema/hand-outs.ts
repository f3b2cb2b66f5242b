import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { jsonb, text, timestamptz } from './columns.ts'
import { allTasks } from './tasks.ts'

/** The source of a hand-out task, as of its last run. */
export const handOuts = pgTable('hand_outs', {
  taskId: integer()
    .primaryKey()
    .references(() => allTasks.id, { onDelete: 'cascade' }),
  /** The state of the source, in the copy engine's format. */
  source: jsonb().$type<unknown>().notNull(),
  /** When a run last read everything. */
  readAllAt: timestamptz().notNull(),
})

/** The state after the last copy of each target of a hand-out task. */
export const targetCopies = pgTable(
  'target_copies',
  {
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    /** The normalized form of the value. */
    valueKey: text().notNull(),
    value: text().notNull(),
    targetSsId: text().notNull(),
    /** Source and target of the copy. The state says nothing about copies between other places. */
    place: text().notNull(),
    /** Null until the tab exists. */
    sheetId: integer(),
    /** Title of the tab at that copy. */
    tab: text().notNull(),
    /** The version of the target's file; null unless its cells are known to change only with it. */
    targetVersion: text(),
    /** The state in the copy engine's format. */
    left: jsonb().$type<unknown>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.valueKey] }),
    index('target_copies_target').on(table.targetSsId),
  ],
)
