import { columnCollapsed } from './column-collapsed.ts'
import { columnEmptied } from './column-emptied.ts'
import { columnMoved } from './column-moved.ts'
import { columnsAdded } from './columns-added.ts'
import { columnsChanged } from './columns-changed.ts'
import { columnsExchanged } from './columns-exchanged.ts'
import { columnsMisplaced } from './columns-misplaced.ts'
import { editedSincePreview } from './edited-since-preview.ts'
import { errorJump } from './error-jump.ts'
import { expectedFilled } from './expected-filled.ts'
import { expectedMissing } from './expected-missing.ts'
import { expectedUnique } from './expected-unique.ts'
import type { Guard } from './guard.ts'
import { keysReplaced } from './keys-replaced.ts'
import { keysUnusable } from './keys-unusable.ts'
import { kindChanged } from './kind-changed.ts'
import { matchesShrank } from './matches-shrank.ts'
import { noRowMatches } from './no-row-matches.ts'
import { numbersScaled } from './numbers-scaled.ts'
import { otherCells } from './other-cells.ts'
import { ownerLeft } from './owner-left.ts'
import { pivotOverwritten } from './pivot-overwritten.ts'
import { remarksDisplaced } from './remarks-displaced.ts'
import { rowsNotCarried } from './rows-not-carried.ts'
import { rowsRepeated } from './rows-repeated.ts'
import { sourceEmpty } from './source-empty.ts'
import { sourceGone } from './source-gone.ts'
import { sourceShrank } from './source-shrank.ts'
import { tabReplaced } from './tab-replaced.ts'
import { targetEdited } from './target-edited.ts'
import { targetOccupied } from './target-occupied.ts'
import { targetReshaped } from './target-reshaped.ts'
import { targetTabDeleted } from './target-tab-deleted.ts'
import { valuesFailed } from './values-failed.ts'
import { valuesUnmatched } from './values-unmatched.ts'

/** All guards by cause. Guards of a copy are in the order of their findings. */
const table = {
  error_jump: errorJump,
  target_occupied: targetOccupied,
  other_cells: otherCells,
  source_empty: sourceEmpty,
  columns_changed: columnsChanged,
  columns_exchanged: columnsExchanged,
  columns_added: columnsAdded,
  source_shrank: sourceShrank,
  column_emptied: columnEmptied,
  kind_changed: kindChanged,
  column_collapsed: columnCollapsed,
  numbers_scaled: numbersScaled,
  column_moved: columnMoved,
  keys_replaced: keysReplaced,
  rows_repeated: rowsRepeated,
  expected_missing: expectedMissing,
  expected_filled: expectedFilled,
  expected_unique: expectedUnique,
  no_row_matches: noRowMatches,
  matches_shrank: matchesShrank,
  columns_misplaced: columnsMisplaced,
  keys_unusable: keysUnusable,
  remarks_displaced: remarksDisplaced,
  rows_not_carried: rowsNotCarried,
  pivot_overwritten: pivotOverwritten,
  tab_replaced: tabReplaced,
  target_tab_deleted: targetTabDeleted,
  source_gone: sourceGone,
  target_reshaped: targetReshaped,
  target_edited: targetEdited,
  edited_since_preview: editedSincePreview,
  values_unmatched: valuesUnmatched,
  values_failed: valuesFailed,
  owner_left: ownerLeft,
}

type FactsOfGuard<G> = G extends Guard<infer Facts> ? Facts : never

/** The facts of each guard's findings. */
export type GuardFacts = { [C in keyof typeof table]: FactsOfGuard<(typeof table)[C]> }
export type GuardCause = keyof GuardFacts

export const guards: { readonly [C in GuardCause]: Guard<GuardFacts[C]> } = table

type Finding<C extends GuardCause = GuardCause> = { [K in C]: { readonly cause: K } & GuardFacts[K] }[C]

/** Why a person must confirm before a copy is written. */
export type Hold = Finding & {
  /** Maximum number of cells the same run had written before it was held; absent for none. */
  readonly written?: number
  /** Title of the source concerned, if the task has several sources. */
  readonly source?: string
  /** Key to tell sources with the same title apart; absent in holds stored by an earlier version. */
  readonly sourceKey?: string
  /** Whether the other sources were copied while the last rows of the held source stay in the target. */
  readonly keepsItsRows?: boolean
}

/** Finds the guard of a cause; undefined for causes of other failures. */
export function findGuard(cause: string): Guard<object> | undefined {
  return Object.hasOwn(guards, cause) ? (guards[cause as GuardCause] as Guard<object>) : undefined
}
