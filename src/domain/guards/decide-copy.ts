import type { Hold } from './guards.ts'
import { isCovered } from './is-covered.ts'
import { holdsToKeep } from './without-cells.ts'

/** The decision of a person about the findings of a copy. */
export interface Approval {
  /** Whether to copy despite any findings. */
  allowShrink: boolean
  /** The findings a person saw. A copy without further findings is not held. */
  accepted: readonly Hold[]
}

interface DecidedCopy {
  approval: Approval
  /** Whether findings may have values of cells: they are stored and sent to people. */
  keepsCells: boolean
  /** Maximum number of cells that earlier attempts of the run, or its first look, may have written. */
  written?: number
}

/** Whether a copy goes on. */
export interface Decision {
  /** Findings to confirm, including findings a person has already confirmed. */
  found: readonly Hold[]
  /** Whether a person accepted findings that would have held the copy. */
  wasAccepted: boolean
  /** Findings still to confirm, the main reason first; empty if the copy goes on. */
  holds: readonly Hold[]
}

/** Decides from all findings about a copy: its tabs, its source, and edits of its target. */
export function decideCopy(
  all: readonly Hold[],
  { approval: { allowShrink, accepted }, written = 0, keepsCells }: DecidedCopy,
): Decision {
  const found = holdsToKeep(all, { keepsCells })
  if (found.length === 0) return { found, holds: [], wasAccepted: false }
  if (allowShrink || isCovered(found, accepted)) return { found, holds: [], wasAccepted: true }
  return { found, holds: written > 0 ? found.map((hold) => ({ ...hold, written })) : found, wasAccepted: false }
}
