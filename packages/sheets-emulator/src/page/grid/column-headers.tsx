// biome-ignore-all lint/a11y/useSemanticElements: a browser cannot lay out a table with only the cells in view
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at the active cell

import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import { columnLetters } from '../cells/cell-name.ts'
import styles from './grid.module.css'

interface ColumnHeadersProps {
  columns: VirtualItem[]
  activeColumn: number
  widthPx: number
}

/** The letters above the columns in view. They stay in place while the rows scroll. */
export const ColumnHeaders = memo(function ColumnHeaders({ columns, activeColumn, widthPx }: ColumnHeadersProps) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ width: widthPx }}>
      <div role="columnheader" aria-colindex={1} className={styles.corner}>
        <span className="visually-hidden">Row</span>
      </div>
      {columns.map(({ index, start, size }) => (
        <div
          key={index}
          role="columnheader"
          aria-colindex={index + 2}
          className={styles.columnHeader}
          data-active={index === activeColumn}
          style={{ left: start, width: size }}
        >
          {columnLetters(index)}
        </div>
      ))}
    </div>
  )
})
