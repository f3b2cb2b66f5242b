import type { TargetEdits } from '#domain/copy/target-state.ts'
import type { Hold } from './guards.ts'
import { summarizeEdits } from './target-edited.ts'

/** Why a person must confirm before edits of the target are overwritten. */
export function judgeHandEdits(
  edits: TargetEdits | undefined,
  { holdsEdits = false }: { holdsEdits?: boolean },
): Hold[] {
  if (!edits) return []
  if (edits.shape) return [{ cause: 'target_reshaped', shape: edits.shape }]
  return holdsEdits ? [{ cause: 'target_edited', ...summarizeEdits(edits) }] : []
}
