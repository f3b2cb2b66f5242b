import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { DeletionKind } from '#contract/trash.ts'
import { id, text, timestamptz } from './columns.ts'

/** Items that were deleted together and are restored together. */
export const deletions = pgTable(
  'deletions',
  {
    id: id(),
    kind: text().$type<DeletionKind>().notNull(),
    deletedAt: timestamptz().notNull().defaultNow(),
    /** Address of a person; empty if the app deleted the items. */
    deletedBy: text().notNull(),
  },
  (table) => [index('deletions_at').on(table.deletedAt)],
)

/** Null while the item is not in the trash. */
export const deletionId = () => integer().references(() => deletions.id, { onDelete: 'restrict' })
