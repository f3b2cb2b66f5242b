import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect } from 'react'
import type { CellPlace } from './move-cell.ts'

export const ROW_PX = 32
export const HEADER_PX = 36
const MIN_COLUMN_PX = 160
const ROW_OVERSCAN = 8
const COLUMN_OVERSCAN = 2

interface Grid {
  scroller: RefObject<HTMLDivElement | null>
  widthPx: number
  rowCount: number
  columnCount: number
  /** The cell that the keyboard moves; it stays drawn wherever it is. */
  active: CellPlace
}

/** Which rows and which columns of a grid are in sight, and where they stand. */
export function useVisibleCells({ scroller, widthPx, rowCount, columnCount, active }: Grid) {
  // Few columns share the width of the screen, many keep a width that can be read.
  const columnPx = Math.max(MIN_COLUMN_PX, Math.floor(widthPx / columnCount))
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: ROW_OVERSCAN,
    paddingStart: HEADER_PX,
    scrollPaddingStart: HEADER_PX,
    rangeExtractor: useRangeWith(active.row, rowCount),
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: columnCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnPx,
    overscan: COLUMN_OVERSCAN,
    rangeExtractor: useRangeWith(active.column, columnCount),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are measured anew for each width
  useLayoutEffect(() => columns.measure(), [columns, columnPx])
  return { rows, columns }
}

/** What is in sight, and one place that is to stay drawn wherever it is. */
function useRangeWith(kept: number, count: number): (range: Range) => number[] {
  return useCallback(
    (range) => {
      const inSight = defaultRangeExtractor(range)
      if (kept >= count || inSight.includes(kept)) return inSight
      return kept < range.startIndex ? [kept, ...inSight] : [...inSight, kept]
    },
    [kept, count],
  )
}
