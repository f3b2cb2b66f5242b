import { quotedTab } from '#domain/copy/a1.ts'
import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { Guard } from './guard.ts'

/** A pattern or folder no longer leads to a tab or spreadsheet of the last copy. */
export const sourceGone: Guard<{ readonly tab: string; readonly rows: number }> = {
  explain: ({ tab, rows }) => ({
    subject: null,
    reason: `The source ${quotedTab(tab)} (${pluralize(rows, 'row')}) is not found any more.`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => found.tab === seen.tab && found.rows <= seen.rows,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}
