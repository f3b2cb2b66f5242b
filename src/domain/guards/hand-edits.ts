import { columnLetters } from '#domain/copy/a1.ts'
import type { TargetEdits } from '#domain/copy/target-state.ts'
import type { Hold } from '#domain/failures/failure.ts'
import type { HandEdits } from '#domain/failures/hand-edits.ts'

/** Why a person must confirm before edits of the target are overwritten. */
export function judgeHandEdits(
  edits: TargetEdits | undefined,
  { holdsEdits = false }: { holdsEdits?: boolean },
): Hold[] {
  if (!edits) return []
  if (edits.shape) return [{ cause: 'target_reshaped', shape: edits.shape }]
  return holdsEdits ? [{ cause: 'target_edited', ...handEdits(edits) }] : []
}

export function handEdits({ count, cells: [first] }: TargetEdits): HandEdits {
  return { count, first: first ? `${columnLetters(first.column)}${first.row}` : '' }
}
