import { held } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { Guard } from './guard.ts'

export interface UnmatchedFacts {
  readonly column: string
  readonly rows: number
  readonly count: number
  /** The first values. An empty value belongs to rows without a value. */
  readonly values: readonly { readonly value: string; readonly rows: number; readonly firstRow: number }[]
}

/** Rows of a hand-out have values without a target. */
export const valuesUnmatched: Guard<UnmatchedFacts> = {
  explain: ({ column, rows, ...found }) => ({
    subject: null,
    reason: `${pluralize(rows, 'row')} ${rows === 1 ? 'has' : 'have'} a value of "${column}" without a target: ${formatValues(found)}.`,
    ...held("Add a target for it, or correct the source; to copy the other rows, choose 'Copy anyway'."),
  }),
  covers: (found, seen) =>
    found.column === seen.column &&
    found.rows <= seen.rows &&
    found.values.every(({ value }) => seen.values.some((other) => other.value === value)),
  allowedBy: 'no_rule',
  withoutCells: () => ({ values: [] }),
  judge: 'found_elsewhere',
}

/** `B99: 1 row, for example row 17` */
function formatValues({ count, values }: Pick<UnmatchedFacts, 'count' | 'values'>): string {
  const shown = values.map(({ value, rows, firstRow }) => {
    return `${value === '' ? 'no value' : value}: ${pluralize(rows, 'row')}, for example row ${firstRow.toLocaleString('en-US')}`
  })
  const others = count - shown.length
  if (shown.length === 0) return pluralize(count, 'value')
  return others > 0 ? `${shown.join('; ')}; and ${pluralize(others, 'other value')}` : shown.join('; ')
}
