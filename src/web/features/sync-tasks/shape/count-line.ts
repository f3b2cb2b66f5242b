import type { ShapeTrial } from '#contract/spreadsheet.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../../../lib/format.ts'

/** Describes how many of the rows read would be copied. The count ignores `unread` conditions, which are unfinished. */
export function countLine(
  { rows, matching_rows, is_complete, missing }: Omit<ShapeTrial, 'columns' | 'split' | 'first_rows'>,
  unread: number,
): string {
  if (missing.length > 0) return `The source has no column ${missing.map((name) => `"${name}"`).join(', ')}.`
  const ofRows = `${is_complete ? '' : 'the first '}${pluralize(rows, 'row')}`
  const withoutUnread = unread > 0 ? `, without ${pluralize(unread, 'unfinished condition')}` : ''
  return `${formatCount(matching_rows)} of ${ofRows}${withoutUnread}`
}
