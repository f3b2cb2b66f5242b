import { type Area, areaName } from '#domain/copy/area.ts'
import { held } from '#domain/explanation.ts'
import type { Guard } from './guard.ts'

/** Why whole rows of a tab cannot move. */
export type CarryBlocker =
  /** A part of the tab that is protected, or that the move would tear apart. */
  | { readonly why: 'merged' | 'table' | 'pivot' | 'protected'; readonly area: Area }
  /** Cells of other people below the region; they would move too. */
  | { readonly why: 'below'; readonly area: Area }
  /** Formulas in the copied columns, another task in the same rows, a filter over rows to sort, or too many rows. */
  | { readonly why: 'formulas' | 'other_task' | 'filtered' | 'too_many' }

/** Rows of the tab cannot move with the copied rows. */
export const rowsNotCarried: Guard<{ readonly tab: string } & CarryBlocker> = {
  explain: ({ tab, ...blocker }) => ({
    subject: null,
    reason: `The rows of "${tab}" cannot move along with the copied rows: ${describeBlocker(blocker)}.`,
    ...held("Remove this blocker and run the task again; to leave remarks in their place, choose 'Copy anyway'."),
  }),
  covers: (found, seen) => seen.tab === found.tab && isSameBlocker(seen, found),
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}

/** Compares areas too: accepting the cells below the copied rows does not accept cells that people enter there later. */
function isSameBlocker(one: CarryBlocker, other: CarryBlocker): boolean {
  const [area, otherArea] = ['area' in one ? one.area : undefined, 'area' in other ? other.area : undefined]
  return one.why === other.why && (area && areaName(area)) === (otherArea && areaName(otherArea))
}

/** `the table "D1:F9" is in the same rows` */
function describeBlocker(blocker: CarryBlocker): string {
  switch (blocker.why) {
    case 'merged':
      return `the merged range ${areaName(blocker.area)} is in the same rows`
    case 'table':
      return `the table ${areaName(blocker.area)} is in the same rows`
    case 'pivot':
      return `a pivot table or a connected table begins in ${areaName(blocker.area)}`
    case 'protected':
      return `the protected range ${areaName(blocker.area)} is in the same rows`
    case 'below':
      return `other cells are below the copied rows, the first in ${areaName(blocker.area)}`
    case 'formulas':
      return 'the copied columns of the target have formulas'
    case 'other_task':
      return 'another task copies to the same rows'
    case 'filtered':
      return 'the rows would have to be sorted, and a filter of the tab may hide some of them'
    case 'too_many':
      return 'too many rows would have to move'
  }
}
