import type { Cell } from '#domain/copy/cell.ts'
import type { Explanation } from '#domain/explanation.ts'
import type { Baseline } from './baseline.ts'
import type { HeaderChange } from './compare-headers.ts'
import type { JudgedColumn, JudgedRows } from './judged-columns.ts'
import type { Limits } from './limits.ts'
import type { OccupiedCells } from './occupied-cells.ts'
import type { SourceProfile } from './source-profile.ts'

/** A reason to ask a person before a copy is written. Everything about it is in its own file. */
export interface Guard<Facts extends object> {
  /** Explains a finding to users. */
  explain(facts: Facts): Explanation
  /** Whether a person who accepted `seen` has accepted `found` too. */
  covers(found: Facts, seen: Facts): boolean
  /** The task type's rule that can always allow the finding. `on_column_change` turns findings into notes. */
  readonly allowedBy: 'hold_loss_percent' | 'on_column_change' | 'no_rule'
  /** Replacements for facts with values of cells. Counts, addresses, and names of tabs and columns stay. */
  readonly withoutCells: ((facts: Facts) => Partial<Facts>) | 'has_none'
  /** Compares a copy with the last copy. Other steps, such as reading the target, make their own findings. */
  readonly judge: ((copy: JudgedCopy) => readonly Facts[]) | 'found_elsewhere'
  /** Whether findings are only reported and hold no copy. */
  readonly isNote?: true
}

/** A source, as read for the copy. */
export interface ReadSource {
  header: readonly Cell[]
  /** Header with displayed text, used as column names; defaults to `header`. */
  shownHeader?: readonly Cell[]
  /** Data rows. */
  rows: number
  width: number
  firstDataRow: number
  profile: SourceProfile
}

/** Error cells of the source. */
export interface ErrorFacts {
  errorCells: number
  /** Error cells at the last run; undefined if there was none. */
  before: number | undefined
  /** The first error cell, with the provider's text. */
  first: string | undefined
}

/** A copy compared with the last copy. Unknown facts are not judged. */
export interface JudgedCopy {
  now: ReadSource
  /** Undefined if nothing is known of an earlier copy between these tabs. */
  last: Baseline | undefined
  lastRows: number | undefined
  limits: Limits
  /** The title of the target's tab. */
  tab: string
  /** Undefined for a source without rows. */
  occupied: OccupiedCells | undefined
  errors: ErrorFacts | undefined
  /** How the columns changed, apart from new last columns. */
  headerChange: HeaderChange | undefined
  addedColumns: readonly string[]
  /** Undefined without a last copy. */
  beside: JudgedRows | undefined
  /** The rows and the columns still filled; undefined if so many rows vanished that the cells prove nothing. */
  steady: { rows: JudgedRows; filled: readonly JudgedColumn[] } | undefined
}
