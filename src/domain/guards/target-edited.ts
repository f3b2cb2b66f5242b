import { columnLetters } from '#domain/copy/a1.ts'
import type { TargetEdits } from '#domain/copy/target-state.ts'
import { CHECK_TARGET } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { Guard } from './guard.ts'

/** Target cells edited by hand since the last run. */
export interface HandEdits {
  readonly count: number
  /** Address of the first cell, e.g. `B7`. */
  readonly first: string
}

export const targetEdited: Guard<HandEdits> = {
  explain: (edits) => ({ subject: null, reason: describeHandEdits(edits), ...CHECK_TARGET }),
  covers: (found, seen) => found.count <= seen.count && found.first === seen.first,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}

/** `14 cells were edited by hand since the last run, the first in B7.` */
export function describeEdits(edits: TargetEdits): string {
  return describeHandEdits(summarizeEdits(edits))
}

function describeHandEdits({ count, first }: HandEdits): string {
  if (count === 1) return `1 cell was edited by hand since the last run, ${first}.`
  return `${pluralize(count, 'cell')} were edited by hand since the last run, the first in ${first}.`
}

export function summarizeEdits({ count, cells: [first] }: TargetEdits): HandEdits {
  return { count, first: first ? `${columnLetters(first.column)}${first.row}` : '' }
}
