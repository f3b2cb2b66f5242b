import { modeTraits } from '#domain/shape/mode-traits.ts'
import { placeInTarget, throwMoved } from '#engine/append/place-rows.ts'
import { compareAny } from '#engine/compare/compare-shaped.ts'
import { readRows } from '#engine/compare/read-rows.ts'
import { leftColumnsOf } from '#engine/job/job-shape.ts'
import type { CopyBesideRows, HeaderAbove, Mode } from './mode.ts'

/** Adds the rows of each run below all other rows. */
export const append: Mode = {
  ...modeTraits.append,
  async place(workbook, { job, target, sourceColumns }, read) {
    const { shape } = job
    if (!shape?.append) return await read(job)
    const expected = leftColumnsOf(shape) + (shape.columns.length || sourceColumns)
    let lastColumn = Math.max(expected, job.last.extent.width ?? 0)
    for (;;) {
      const place = await placeInTarget(workbook, { target, shape, append: shape.append, lastColumn })
      const copy = await read({ ...job, shape: { ...shape, region: place.region, place } })
      const { width, lastRow } = copy.prepared
      if (width > lastColumn) lastColumn = width
      else if (lastRow > (place.lastFreeRow ?? lastRow)) throwMoved(target)
      else return copy
    }
  },
  compare: compareAny,
  /** Appended rows never get a new header. */
  async findHeaderAbove(workbook, { shape, prepared, target, last }: CopyBesideRows): Promise<HeaderAbove | undefined> {
    const { region, place } = shape
    if (!place || region.writesHeader) return undefined
    const copied = last.baseline?.shape
    if (copied?.mode === 'append' && copied.header && copied.region.firstColumn === region.firstColumn)
      return { held: copied.header, allowsRenamed: shape.columns.length === 0 }
    const { headerRow } = place
    const isFirst = shape.append?.lastRow === undefined
    if (!isFirst || headerRow === 0 || headerRow >= region.firstRow) return undefined
    const window = { firstRow: headerRow, lastRow: headerRow }
    const { rows } = await readRows(workbook, { ...target, window, lastColumn: prepared.header.length })
    return { held: rows[0] ?? [], allowsRenamed: true, leftColumns: region.firstColumn - 1 }
  },
  describeCopy: ({ prepared: { header } }) => ({ mode: 'append', header }),
  listBasis: () => [],
  keepPlacement(shape, appended) {
    return shape.append
      ? { ...shape, append: { ...shape.append, own: { ...appended, changesIn: async () => [] } } }
      : shape
  },
}
