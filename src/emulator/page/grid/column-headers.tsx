// biome-ignore-all lint/a11y/useSemanticElements: the browser cannot lay out a table of which only the cells in view exist
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at the active cell

import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import { columnLetters } from './column-letters.ts'
import styles from './grid.module.css'

interface ColumnHeadersProps {
  columns: VirtualItem[]
  activeColumn: number
  widthPx: number
}

/** The letters above the columns in view; they stay while the rows scroll. */
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
