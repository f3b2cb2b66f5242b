import { cellAddress } from '#domain/copy/a1.ts'
import { held } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { Guard } from './guard.ts'

export interface KeyFacts {
  readonly end: 'source' | 'target'
  readonly tab: string
  readonly empty: number
  readonly doubled: number
  /** Key cells of the first rows with unusable keys, with the title of their source if a task has several. */
  readonly cells: readonly { readonly row: number; readonly column: number; readonly source?: string }[]
}

/** Rows with an empty key or a key shared by other rows. A run leaves these rows unchanged. */
export const keysUnusable: Guard<KeyFacts> = {
  explain: ({ end, tab, empty, doubled, cells }) => ({
    subject: null,
    reason: `In ${cells.some(({ source }) => source !== undefined) ? 'the sources' : `"${tab}" of the ${end}`}, ${[
      ...(doubled > 0
        ? [`${pluralize(doubled, 'row')} ${doubled === 1 ? 'has' : 'have'} a key that others have too`]
        : []),
      ...(empty > 0 ? [`${pluralize(empty, 'row')} ${empty === 1 ? 'has' : 'have'} no key`] : []),
    ].join(
      ' and ',
    )}: ${cells.map(({ source, ...cell }) => `${cellAddress(cell)}${source === undefined ? '' : ` of "${source}"`}`).join(', ')}${cells.length < empty + doubled ? ' …' : ''}.`,
    ...held(
      "Give each row a key of its own; to leave these rows as they are and update the others, choose 'Copy anyway'.",
    ),
  }),
  covers: (found, seen) =>
    seen.end === found.end &&
    found.empty <= seen.empty &&
    found.doubled <= seen.doubled &&
    found.cells.every((cell) => seen.cells.some(({ row, column }) => row === cell.row && column === cell.column)),
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}
