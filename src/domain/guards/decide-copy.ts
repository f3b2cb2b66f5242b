import type { Hold } from './guards.ts'
import { isCovered } from './is-covered.ts'
import { holdsToKeep } from './without-cells.ts'

/** The decision of a person about the findings of a copy. */
export interface Approval {
  /** Copies whatever is found. */
  allowShrink: boolean
  /** The findings a person saw: a copy without further findings is not held. */
  accepted: readonly Hold[]
}

interface DecidedCopy {
  approval: Approval
  /** Whether findings may have values of cells: they are stored and sent to people. */
  keepsCells: boolean
  /** Maximum number of cells written by earlier attempts of the run, or by its first look. */
  written?: number
}

/** Whether a copy goes on. */
export interface Decision {
  /** Why a person would have to confirm the copy, even if they already have. */
  found: readonly Hold[]
  /** Whether a person accepted findings that would have held the copy. */
  wasAccepted: boolean
  /** Why a person has to confirm the copy, the main reason first; empty if nobody has to. */
  holds: readonly Hold[]
}

/** Decides by all findings about a copy: about its tabs, its source, and edits of its target. */
export function decideCopy(
  all: readonly Hold[],
  { approval: { allowShrink, accepted }, written = 0, keepsCells }: DecidedCopy,
): Decision {
  const found = holdsToKeep(all, { keepsCells })
  if (found.length === 0) return { found, holds: [], wasAccepted: false }
  if (allowShrink || isCovered(found, accepted)) return { found, holds: [], wasAccepted: true }
  return { found, holds: written > 0 ? found.map((hold) => ({ ...hold, written })) : found, wasAccepted: false }
}
