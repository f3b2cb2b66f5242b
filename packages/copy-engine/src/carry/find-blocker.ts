import { type Area, overlaps } from '#domain/copy/area.ts'
import { MAX_COLUMNS } from '#domain/copy/spreadsheet.ts'
import type { CarryBlocker } from '#domain/guards/rows-not-carried.ts'
import type { TargetLayout } from '#engine/tabs/read-layouts.ts'

interface TouchedRows {
  layout: TargetLayout
  firstRow: number
  lastRow: number
}

/** Finds a part of the tab that the move would tear apart, or that the account may not change. */
export function findCarryBlocker({ layout, firstRow, lastRow }: TouchedRows): CarryBlocker | undefined {
  const rows: Area = { firstRow, lastRow, firstColumn: 1, lastColumn: MAX_COLUMNS }
  const inRows = (areas: readonly Area[]) => areas.find((area) => overlaps(area, rows))
  const merge = inRows(layout.merges)
  if (merge) return { why: 'merged', area: merge }
  const table = inRows(layout.tables.map(({ area }) => area))
  if (table) return { why: 'table', area: table }
  const closed = inRows(layout.protectedAreas)
  return closed && { why: 'protected', area: closed }
}
