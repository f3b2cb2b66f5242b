import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import { modeTraits } from '#domain/shape/mode-traits.ts'
import { compareShapedByKey } from '#engine/compare/compare-by-key.ts'
import { compareAny } from '#engine/compare/compare-shaped.ts'
import type { Mode } from './mode.ts'

/** Changes the rows of the target that have the same key as a row of the source, wherever they are. */
export const update: Mode = {
  ...modeTraits.update,
  place: async (_workbook, { job }, read) => await read(job),
  async compare(workbook, options) {
    const { shape } = options
    return shape?.update
      ? await compareShapedByKey(workbook, { ...options, shape, update: shape.update })
      : await compareAny(workbook, options)
  },
  async findHeaderAbove(_workbook, { shape, prepared, last }) {
    const { extent, baseline } = last
    const held = prepared.keyed?.header
    if (!held) return undefined
    const copied = baseline?.shape
    // The last copy went below the same header: the header matched, or a person agreed.
    const isKnown = isSameHeader(copied?.headerAbove, held) && isSameHeader(copied?.header, prepared.header)
    // A first run must not rename other people's columns, but a header it does not write may have its own names.
    return isKnown ? undefined : { held, allowsRenamed: extent.width !== undefined || !shape.region.writesHeader }
  },
  describeCopy({ shape, prepared: { header, keyed }, last }) {
    // An unedited target was not read, so its header is unchanged.
    const headerAbove = keyed ? keyed.header : last?.headerAbove
    return { mode: 'update', ...(!shape.region.writesHeader && headerAbove && { header, headerAbove }) }
  },
  listBasis: ({ update: options }) => [options],
  keepPlacement: (shape) => shape,
}

function isSameHeader(last: readonly Cell[] | undefined, now: readonly Cell[]): boolean {
  const width = Math.max(last?.length ?? 0, now.length)
  return last !== undefined && Array.from({ length: width }).every((_, at) => isSameCell(last[at], now[at]))
}
