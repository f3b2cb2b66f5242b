// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot lay out virtualized cells

import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { DataCopyPage } from '#contract/data-copy.ts'
import type { Sort } from '../../data/data-copies.ts'
import { type CellPosition, moveCell } from '../../ui/move-cell.ts'
import classes from './data-grid.module.css'
import { GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import { HEADER_PX, ROW_PX, useVisibleCells } from './use-visible-cells.ts'

const LOAD_WITHIN_PX = 100

interface Props {
  columns: readonly string[]
  rowCount: number
  /** Number of rows in the data copy, loaded or not; undefined if the server does not send it. */
  totalRows: number | undefined
  rowAt: (index: number) => DataCopyPage['data'][number] | undefined
  marked: ReadonlySet<string> | undefined
  sort: Sort
  onSort: (column: string) => void
  /** Called near the end of the loaded rows, possibly more than once. */
  onNearEnd: () => void
}

/**
 * Virtualized grid of any length. Only the active cell is in the tab order, and arrow keys move it. The cell stays rendered
 * while scrolled out of view, so it keeps its focus.
 */
export function DataGrid({ columns, rowCount, totalRows, rowAt, marked, sort, onSort, onNearEnd }: Props) {
  const grid = useGrid({ rowCount, columnCount: columns.length })
  const cells = grid.columns.getVirtualItems()
  const width = grid.columns.getTotalSize()

  function sortFromTop(column: string): void {
    grid.goToTop()
    onSort(column)
  }

  return (
    <div
      ref={grid.ref}
      className={classes.scroller}
      role="grid"
      aria-label="Copied rows"
      aria-rowcount={totalRows === undefined ? -1 : totalRows + 1}
      aria-colcount={columns.length}
      onScroll={({ currentTarget }) => isNearEnd(currentTarget) && onNearEnd()}
      onKeyDown={grid.onKeyDown}
    >
      <GridHeader columns={columns} cells={cells} width={width} firstRow={rowAt(0)} sort={sort} onSort={sortFromTop} />
      <div role="rowgroup" className={classes.rows} style={{ height: grid.rows.getTotalSize() - HEADER_PX, width }}>
        {grid.rows.getVirtualItems().map(({ key, index, start }) => (
          <GridRow
            key={key}
            index={index}
            offsetPx={start - HEADER_PX}
            width={width}
            row={rowAt(index)}
            marked={marked}
            columns={columns}
            cells={cells}
            activeColumn={index === grid.active.row ? grid.active.column : null}
            onActivate={grid.setActive}
          />
        ))}
      </div>
    </div>
  )
}

/** The visible cells of a grid, its active cell and keyboard navigation. */
function useGrid({ rowCount, columnCount }: { rowCount: number; columnCount: number }) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width: widthPx } = useElementSize()
  const ref = useMergedRef(scroller, measured)
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const { rows, columns } = useVisibleCells({ scroller, widthPx, rowCount, columnCount, active })

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'gridcell') return
    const extent = { rows: rowCount, columns: columnCount, pageRows: visibleRowCount(scroller.current) }
    const to = moveCell({ from: active, press: event, extent })
    if (!to) return
    event.preventDefault()
    setActive(to)
    rows.scrollToIndex(to.row)
    columns.scrollToIndex(to.column)
    // The cell is rendered by the next frame at the latest.
    requestAnimationFrame(() => focusCell(scroller.current, to))
  }

  function goToTop(): void {
    if (scroller.current) scroller.current.scrollTop = 0
    setActive((cell) => ({ ...cell, row: 0 }))
  }

  return { ref, rows, columns, active, setActive, onKeyDown, goToTop }
}

function visibleRowCount(scroller: HTMLElement | null): number {
  return Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - HEADER_PX) / ROW_PX) - 1)
}

function focusCell(scroller: HTMLElement | null, { row, column }: CellPosition): void {
  scroller?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus({ preventScroll: true })
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < LOAD_WITHIN_PX
}
