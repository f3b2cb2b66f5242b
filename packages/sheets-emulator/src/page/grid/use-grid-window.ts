import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect } from 'react'
import type { Span } from '../cells/blocks.ts'
import type { Cell, GridSize } from '../cells/cell-name.ts'
import { DEFAULT_WIDTH_PX } from './column-widths.ts'
import { findPart, type RowPart } from './row-parts.ts'

const ROW_PX = 26
const COLUMN_HEADER_PX = 28
const ROW_HEADER_PX = 60
const BELOW_LAST_ROW_PX = 44

interface GridWindowOptions {
  scroller: RefObject<HTMLDivElement | null>
  grid: GridSize
  widths: readonly number[] | undefined
  active: Cell
}

/**
 * The rows and columns in view plus the row and column of the active cell. The hook scrolls the active cell into view when it
 * changes. `rows` counts from the first row of `part`, the part with the active cell. `isAtEnd`: the strip below the part's
 * last row is in view.
 */
export function useGridWindow({ scroller, grid, widths, active }: GridWindowOptions) {
  const getScrollElement = useCallback(() => scroller.current, [scroller])
  const part = findPart(active.row, grid.rowCount)
  const activeIndex = active.row - part.firstRow
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: part.rowCount,
    getScrollElement,
    estimateSize: useCallback(() => ROW_PX, []),
    rangeExtractor: useCallback((range: Range) => rangeWith(activeIndex, range), [activeIndex]),
    paddingStart: COLUMN_HEADER_PX,
    scrollPaddingStart: COLUMN_HEADER_PX,
    paddingEnd: BELOW_LAST_ROW_PX,
    overscan: 6,
  })
  const columns = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    horizontal: true,
    count: grid.columnCount,
    getScrollElement,
    estimateSize: useCallback((column: number) => widths?.[column] ?? DEFAULT_WIDTH_PX, [widths]),
    rangeExtractor: useCallback((range: Range) => rangeWith(active.column, range), [active.column]),
    paddingStart: ROW_HEADER_PX,
    scrollPaddingStart: ROW_HEADER_PX,
    overscan: 2,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes are estimates until the widths are known
  useEffect(() => columns.measure(), [widths])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same index in another part is another row
  useEffect(() => {
    const isLastRow = activeIndex === rows.options.count - 1
    if (isLastRow) rows.scrollToOffset(rows.getTotalSize())
    else rows.scrollToIndex(activeIndex)
    columns.scrollToIndex(active.column)
  }, [rows, columns, active.row, active.column])

  const heightPx = rows.scrollRect?.height ?? 0
  const pageRows = Math.max(1, Math.floor((heightPx - COLUMN_HEADER_PX) / ROW_PX) - 1)
  const isAtEnd = (rows.scrollOffset ?? 0) + heightPx > rows.getTotalSize() - 2
  return { part, rows, columns, pageRows, isAtEnd }
}

/** The first and last row of the grid in view. */
export function rowsInView(rows: Virtualizer<HTMLDivElement, HTMLDivElement>, { firstRow }: RowPart): Span {
  const { first, last } = visibleSpan(rows)
  return { first: firstRow + first, last: firstRow + last }
}

/** The first and last index in view; both are 0 before the first layout. */
export function visibleSpan({ range }: Virtualizer<HTMLDivElement, HTMLDivElement>): Span {
  return { first: range?.startIndex ?? 0, last: range?.endIndex ?? 0 }
}

function rangeWith(index: number, range: Range): number[] {
  const indexes = defaultRangeExtractor(range)
  if (index >= range.count || indexes.includes(index)) return indexes
  return [...indexes, index].sort((a, b) => a - b)
}
