// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot lay out a table of which only the visible cells are drawn

import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { DataCopyPage } from '#contract/data-copy.ts'
import type { Sort } from '../../data/data-copies.ts'
import classes from './data-grid.module.css'
import { GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import { type CellPlace, moveCell } from './move-cell.ts'
import { HEADER_PX, ROW_PX, useVisibleCells } from './use-visible-cells.ts'

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
      aria-rowcount={totalRows + 1}
      aria-colcount={columns.length}
      onScroll={({ currentTarget }) => isNearEnd(currentTarget) && onNearEnd()}
      onKeyDown={grid.moveByKey}
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

/** What is in sight of a grid, the cell that the keyboard moves, and the moves. */
function useGrid({ rowCount, columnCount }: { rowCount: number; columnCount: number }) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width: widthPx } = useElementSize()
  const ref = useMergedRef(scroller, measured)
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 })
  const { rows, columns } = useVisibleCells({ scroller, widthPx, rowCount, columnCount, active })

  function moveByKey(press: KeyboardEvent): void {
    if (!(press.target instanceof HTMLElement) || press.target.role !== 'gridcell') return
    const extent = { rows: rowCount, columns: columnCount, pageRows: rowsInSight(scroller.current) }
    const to = moveCell({ from: active, press, extent })
    if (!to) return
    press.preventDefault()
    setActive(to)
    rows.scrollToIndex(to.row)
    columns.scrollToIndex(to.column)
    // The cell is drawn with the next frame at the latest.
    requestAnimationFrame(() => focusCell(scroller.current, to))
  }

  function goToTop(): void {
    if (scroller.current) scroller.current.scrollTop = 0
    setActive((cell) => ({ ...cell, row: 0 }))
  }

  return { ref, rows, columns, active, setActive, moveByKey, goToTop }
}

function rowsInSight(scroller: HTMLElement | null): number {
  return Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - HEADER_PX) / ROW_PX) - 1)
}

function focusCell(scroller: HTMLElement | null, { row, column }: CellPlace): void {
  scroller?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus({ preventScroll: true })
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < LOAD_WITHIN_PX
}
