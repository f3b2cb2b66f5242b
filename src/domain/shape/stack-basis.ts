import type { SourceRef } from '#contract/task-fields.ts'
import { sourceListKey } from '#domain/tasks/task-places.ts'
import { basisOfShape, type Shape } from './shape.ts'
import type { Stack } from './stack.ts'

interface Sources {
  stack?: Stack
}

/** Identifies the conditions and the sources of a copy. */
export function buildBasis(shape: Shape, { stack }: Sources): string {
  return stack ? JSON.stringify([basisOfShape(shape), stack.sources]) : basisOfShape(shape)
}

/** Whether a copy had the same conditions and the same sources, whatever it called their tabs. */
export function isSameBasis(one: string, other: string, { stack }: Sources): boolean {
  if (one === other || !stack) return one === other
  const [before, now] = [one, other].map((basis) => {
    const [ofShape, sources] = JSON.parse(basis) as [string, SourceRef[] | string]
    return Array.isArray(sources) ? JSON.stringify([ofShape, sourceListKey(sources)]) : basis
  })
  return before === now
}
