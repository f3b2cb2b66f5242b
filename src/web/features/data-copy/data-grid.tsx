// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot lay out a table of which only the visible cells are drawn

import { useElementSize, useMergedRef } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { DataCopyPage } from '#contract/data-copy.ts'
import classes from './data-grid.module.css'
import { GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import { type CellPlace, moveCell } from './move-cell.ts'
import type { Sort } from './sort-order.ts'

const ROW_PX = 32
const HEADER_PX = 36
const MIN_COLUMN_PX = 160
const ROW_OVERSCAN = 8
const COLUMN_OVERSCAN = 2
const LOAD_WITHIN_PX = 100

interface Props {
  columns: readonly string[]
  rowCount: number
  /** Rows of the whole copy, loaded or not. */
  totalRows: number
  rowAt: (index: number) => DataCopyPage['data'][number] | undefined
  sort: Sort
  onSort: (column: string) => void
  /** Called when the end of the loaded rows comes near, possibly more than once. */
  onNearEnd: () => void
}

/**
 * A table of any length, of which only the visible cells are drawn. One cell at a time takes part in the order of
 * the Tab key; arrow keys move it, and it stays drawn while it is scrolled out of sight so that it keeps its focus.
 */
export function DataGrid({ columns, rowCount, totalRows, rowAt, sort, onSort, onNearEnd }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width: widthPx } = useElementSize()
  const scrollerRef = useMergedRef(scroller, measured)
  // Few columns share the width of the screen, many keep a width that can be read.
  const columnPx = Math.max(MIN_COLUMN_PX, Math.floor(widthPx / columns.length))
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 })
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: ROW_OVERSCAN,
    paddingStart: HEADER_PX,
    scrollPaddingStart: HEADER_PX,
    rangeExtractor: useRangeWith(active.row, rowCount),
  })
  const cells = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnPx,
    overscan: COLUMN_OVERSCAN,
    rangeExtractor: useRangeWith(active.column, columns.length),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells are measured anew for each width
  useLayoutEffect(() => cells.measure(), [cells, columnPx])

  function loadNearEnd(): void {
    const box = scroller.current
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight < LOAD_WITHIN_PX) onNearEnd()
  }

  function sortFromTop(column: string): void {
    if (scroller.current) scroller.current.scrollTop = 0
    setActive((cell) => ({ ...cell, row: 0 }))
    onSort(column)
  }

  function moveByKey(press: KeyboardEvent): void {
    if (!(press.target instanceof HTMLElement) || press.target.role !== 'gridcell') return
    const pageRows = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEADER_PX) / ROW_PX) - 1)
    const to = moveCell({ from: active, press, extent: { rows: rowCount, columns: columns.length, pageRows } })
    if (!to) return
    press.preventDefault()
    setActive(to)
    showCell(to, { rows, cells, scroller: scroller.current })
  }

  const shownCells = cells.getVirtualItems()
  const width = cells.getTotalSize()
  return (
    <div
      ref={scrollerRef}
      className={classes.scroller}
      role="grid"
      aria-label="Copied rows"
      aria-rowcount={totalRows + 1}
      aria-colcount={columns.length}
      onScroll={loadNearEnd}
      onKeyDown={moveByKey}
    >
      <GridHeader
        columns={columns}
        cells={shownCells}
        width={width}
        firstRow={rowAt(0)}
        sort={sort}
        onSort={sortFromTop}
      />
      <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() - HEADER_PX, width }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <GridRow
            key={key}
            index={index}
            offsetPx={start - HEADER_PX}
            width={width}
            row={rowAt(index)}
            columns={columns}
            cells={shownCells}
            activeColumn={index === active.row ? active.column : null}
            onActivate={setActive}
          />
        ))}
      </div>
    </div>
  )
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

interface Grid {
  rows: Virtualizer<HTMLDivElement, Element>
  cells: Virtualizer<HTMLDivElement, Element>
  scroller: HTMLDivElement | null
}

/** Scrolls to a cell and gives it the focus once it is drawn. */
function showCell({ row, column }: CellPlace, { rows, cells, scroller }: Grid): void {
  rows.scrollToIndex(row)
  cells.scrollToIndex(column)
  requestAnimationFrame(() => {
    scroller?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus({ preventScroll: true })
  })
}
