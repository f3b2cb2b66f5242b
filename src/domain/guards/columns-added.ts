import { pluralize } from '#domain/pluralize.ts'
import type { Guard } from './guard.ts'
import { quoteNames } from './guard-words.ts'

/** Notes that new last columns are copied. */
export const columnsAdded: Guard<{ readonly columns: readonly string[] }> = {
  explain: ({ columns }) => ({
    subject: null,
    reason: `The source has ${pluralize(columns.length, 'new last column')}: ${quoteNames(columns)}.`,
  }),
  covers: () => true,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: ({ addedColumns: columns }) => (columns.length > 0 ? [{ columns }] : []),
  isNote: true,
}
