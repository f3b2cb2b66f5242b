import { type Area, overlaps } from '#domain/copy/area.ts'
import { clipPatch, measureArea, type Patch, splitIntoSegments } from '#domain/copy/patch.ts'

/** The cells to write: cells to fill, and cells to clear. */
export interface Changes {
  fills: AsyncIterable<Patch[]>
  clears: AsyncIterable<Patch[]>
  /** Key cells of rows that become entirely empty. They are cleared after all other cells. */
  renames?: AsyncIterable<Patch[]>
}

/** Limits of the cells a copy may write. */
export interface Bounds {
  lastColumn: number
  /** A range reaching into a protected area may be rejected, even if it skips the cells there. */
  protectedAreas: readonly Area[]
}

/** Whether there is a cell to write. */
export async function hasChanges(changes: Changes, { lastColumn }: Pick<Bounds, 'lastColumn'>): Promise<boolean> {
  for await (const _ of patchesIn(changes, { lastColumn, protectedAreas: [] })) return true
  return false
}

/** The cells to write, values first. Only cells inside the region are cleared. */
export async function* patchesIn({ fills, clears, renames }: Changes, bounds: Bounds): AsyncGenerator<Patch> {
  const apart = (patch: Patch) => {
    const area = measureArea(patch)
    return bounds.protectedAreas.some((other) => overlaps(area, other)) ? splitIntoSegments(patch) : [patch]
  }
  for await (const chunk of fills) for (const patch of chunk) yield* apart(patch)
  for await (const chunk of clears) {
    for (const patch of chunk) {
      const inside = clipPatch(patch, bounds)
      if (inside) yield* apart(inside)
    }
  }
  if (renames) for await (const chunk of renames) for (const patch of chunk) yield* apart(patch)
}
