// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot lay out a table of which only the visible cells are drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: a cell takes the focus, not its row
import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import type { DataCopyPage } from '#contract/data-copy.ts'
import { cellText } from './cell-text.ts'
import classes from './data-grid.module.css'
import type { CellPlace } from './move-cell.ts'

interface Props {
  /** Counts from 0 below the header. */
  index: number
  offsetPx: number
  width: number
  row: DataCopyPage['data'][number] | undefined
  columns: readonly string[]
  cells: readonly VirtualItem[]
  /** Null unless the cell that the keyboard moves is in this row. */
  activeColumn: number | null
  onActivate: (place: CellPlace) => void
}

/** One row's visible cells. */
export const GridRow = memo(function GridRow(props: Props) {
  const { index, offsetPx, width, row, columns, cells, activeColumn, onActivate } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ width, transform: `translateY(${offsetPx}px)` }}
    >
      {cells.map((cell) => {
        const value = row?.[columns[cell.index] ?? '']
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken by the grid around it
          <div
            key={cell.key}
            role="gridcell"
            data-cell={`${index}:${cell.index}`}
            tabIndex={activeColumn === cell.index ? 0 : -1}
            aria-colindex={cell.index + 1}
            className={classes.cell}
            data-number={typeof value === 'number' || undefined}
            style={{ left: cell.start, width: cell.size }}
            onClick={() => onActivate({ row: index, column: cell.index })}
          >
            {cellText(value)}
          </div>
        )
      })}
    </div>
  )
})
