import { modeTraits } from '#domain/shape/mode-traits.ts'
import { compareAny } from '#engine/compare/compare-shaped.ts'
import type { Mode } from './mode.ts'

/** Makes the region of the target equal the source. */
export const mirror: Mode = {
  ...modeTraits.mirror,
  place: async (_workbook, { job }, read) => await read(job),
  compare: compareAny,
  findHeaderAbove: async () => undefined,
  describeCopy: () => ({}),
  listBasis: () => [],
  keepPlacement: (shape) => shape,
}
