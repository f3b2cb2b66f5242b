// biome-ignore-all lint/a11y/useSemanticElements: a browser cannot lay out a table with only the cells in view

import { type MouseEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { BlockSource } from '../api/values.ts'
import { BLOCK_ROWS } from '../cells/blocks.ts'
import { type Cell, cellName } from '../cells/cell-name.ts'
import { CellEditor } from './cell-editor.tsx'
import { ColumnHeaders } from './column-headers.tsx'
import styles from './grid.module.css'
import { cellElementId, GridRow } from './grid-row.tsx'
import { useBlocks } from './use-blocks.ts'
import { useColumnWidths } from './use-column-widths.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { rowsInView, useGridWindow, visibleSpan } from './use-grid-window.ts'
import { useWriteCell } from './use-write-cell.ts'

interface GridProps {
  source: BlockSource
  label: string
  active: Cell
  /** The active cell's content as the user would type it. */
  activeText: string
  onActive: (cell: Cell) => void
  /** Shown in the strip below the last row when the user scrolls there. */
  belowLastRow: ReactNode
  ref: Ref<{ focus: () => void }>
}

/**
 * A tab's cells. Only those in view are in the document. The grid itself has the keyboard focus and points at the active
 * cell, so the focus survives when rows leave the document.
 */
export function Grid({ source, label, active, activeText, onActive, belowLastRow, ref }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus({ preventScroll: true }) }), [])
  const widths = useColumnWidths(source)
  const { part, rows, columns, pageRows, isAtEnd } = useGridWindow({ scroller, grid: source.tab, widths, active })
  const rowItems = rows.getVirtualItems()
  const columnItems = columns.getVirtualItems()
  const { bands, error } = useBlocks(source, { rows: rowsInView(rows, part), columns: visibleSpan(columns) })
  const [draft, setDraft] = useState<string | undefined>()
  const { mutate: write } = useWriteCell(source)
  const keys = useGridKeys({
    grid: { ...source.tab, pageRows },
    active,
    onMove: onActive,
    onEdit: (text) => setDraft(text ?? activeText),
    onClear: () => activeText !== '' && write({ cell: active, text: '' }),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: selecting another cell ends editing
  useEffect(() => setDraft(undefined), [active.row, active.column])

  const onMouse = (event: MouseEvent) => {
    const cell = cellAt(event.target)
    if (!cell) return
    onActive(cell)
    if (event.detail === 2) setDraft(activeText)
  }
  const editor = draft !== undefined && (
    <CellEditor
      key={cellName(active)}
      label={`Content of ${cellName(active)}`}
      initialText={draft}
      onCancel={() => {
        setDraft(undefined)
        scroller.current?.focus({ preventScroll: true })
      }}
      onCommit={(text, exit) => {
        setDraft(undefined)
        if (text !== activeText) write({ cell: active, text })
        if (exit.key === 'blur') return
        scroller.current?.focus({ preventScroll: true })
        keys.moveAfterEdit(exit)
      }}
    />
  )
  const nextRow = part.firstRow + part.rowCount
  const totalWidthPx = columns.getTotalSize()
  return (
    <>
      {error && (
        <p className={styles.problem} role="status">
          Could not load some cells ({error.message}). Retrying…
        </p>
      )}
      <div
        ref={scroller}
        className={styles.grid}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby="grid-keys"
        aria-rowcount={source.tab.rowCount + 1}
        aria-colcount={source.tab.columnCount + 1}
        aria-activedescendant={cellElementId(active.row, active.column)}
        onKeyDown={keys.onKeyDown}
        onClick={onMouse}
      >
        <div className={styles.sizer} role="presentation" style={{ height: rows.getTotalSize(), width: totalWidthPx }}>
          <ColumnHeaders columns={columnItems} activeColumn={active.column} widthPx={totalWidthPx} />
          {rowItems.map(({ index, start }) => {
            const row = part.firstRow + index
            return (
              <GridRow
                key={row}
                row={row}
                offsetPx={start}
                widthPx={totalWidthPx}
                columns={columnItems}
                band={bands.get(Math.floor(row / BLOCK_ROWS))}
                activeColumn={row === active.row ? active.column : undefined}
                editor={row === active.row && editor}
              />
            )
          })}
        </div>
      </div>
      {isAtEnd && (
        <div className={styles.belowLastRow}>
          {nextRow < source.tab.rowCount ? (
            <NextPartButton row={nextRow} onGo={(row) => onActive({ row, column: active.column })} />
          ) : (
            belowLastRow
          )}
        </div>
      )}
      <span id="grid-keys" className="visually-hidden">
        Press Enter to edit the cell. Press Escape, then Tab, to leave the grid.
      </span>
    </>
  )
}

/** Goes from the last row of a part to the first row of the next. */
function NextPartButton({ row, onGo }: { row: number; onGo: (row: number) => void }) {
  return (
    <button type="button" onClick={() => onGo(row)}>
      Go to row {(row + 1).toLocaleString()}
    </button>
  )
}

function cellAt(target: EventTarget): Cell | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null
  return element ? { row: Number(element.dataset['row']), column: Number(element.dataset['column']) } : undefined
}
