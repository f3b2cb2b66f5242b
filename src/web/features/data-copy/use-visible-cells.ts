import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect } from 'react'
import type { CellPosition } from '../../ui/move-cell.ts'
import { useRangeIncluding } from '../../ui/use-range-including.ts'

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
  /** Stays rendered when scrolled out of view. */
  active: CellPosition
}

/** Virtualizers for the rows and columns of a grid. */
export function useVisibleCells({ scroller, widthPx, rowCount, columnCount, active }: Grid) {
  // A few columns share the available width; with many, each keeps a readable width and the grid scrolls.
  const columnPx = Math.max(MIN_COLUMN_PX, Math.floor(widthPx / columnCount))
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: ROW_OVERSCAN,
    paddingStart: HEADER_PX,
    scrollPaddingStart: HEADER_PX,
    rangeExtractor: useRangeIncluding(active.row, rowCount),
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: columnCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnPx,
    overscan: COLUMN_OVERSCAN,
    rangeExtractor: useRangeIncluding(active.column, columnCount),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns must be measured again when their width changes
  useLayoutEffect(() => columns.measure(), [columns, columnPx])
  return { rows, columns }
}
