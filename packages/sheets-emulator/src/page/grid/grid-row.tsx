// biome-ignore-all lint/a11y/useSemanticElements: a browser cannot lay out a table with only the cells in view
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at the active cell

import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode } from 'react'
import { BLOCK_COLUMNS, BLOCK_ROWS } from '../cells/blocks.ts'
import { cellInBlock, coveredBy } from './cell-in-block.ts'
import styles from './grid.module.css'
import type { Band } from './use-blocks.ts'

interface GridRowProps {
  row: number
  offsetPx: number
  widthPx: number
  columns: VirtualItem[]
  band: Band | undefined
  activeColumn: number | undefined
  editor: ReactNode
}

/** The ID of a cell's element, the target of the grid's `aria-activedescendant`. */
export function cellElementId(row: number, column: number) {
  return `cell-${row}-${column}`
}

/** The columns in view of one row. Renders again only when something it shows changes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, offsetPx, widthPx, columns, band, activeColumn, editor } = props
  const [firstBlock] = band?.values() ?? []
  const isHidden = firstBlock?.hiddenRows.includes(row % BLOCK_ROWS) ?? false
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      data-hidden={isHidden || undefined}
      title={isHidden ? 'This row is hidden' : undefined}
      className={styles.row}
      style={{ width: widthPx, transform: `translateY(${offsetPx}px)` }}
    >
      <div role="rowheader" aria-colindex={1} className={styles.rowHeader} data-active={activeColumn !== undefined}>
        {row + 1}
      </div>
      {columns.map(({ index, start, size }) => {
        const block = band?.get(Math.floor(index / BLOCK_COLUMNS))
        const position = { row: row % BLOCK_ROWS, column: index % BLOCK_COLUMNS }
        const { shown, stored, problem, note } = cellInBlock(block, position)
        const covering = block && coveredBy(block.merges, { row, column: index })
        const isActive = index === activeColumn
        return (
          <div
            key={index}
            id={cellElementId(row, index)}
            role="gridcell"
            aria-colindex={index + 2}
            aria-selected={isActive}
            dir="auto"
            data-row={row}
            data-column={index}
            data-kind={problem === undefined ? typeof stored : 'error'}
            data-covered={covering !== undefined || undefined}
            data-note={note !== undefined || undefined}
            title={[problem, covering && `Merged into ${covering}`, note].filter(Boolean).join('\n') || undefined}
            className={styles.cell}
            style={{ left: start, width: size }}
          >
            {isActive && editor ? editor : shown}
          </div>
        )
      })}
    </div>
  )
})
