// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot lay out virtualized cells
// biome-ignore-all lint/a11y/useFocusableInteractive: cells take focus, rows do not
import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import type { DataCopyPage } from '#contract/data-copy.ts'
import type { CellPosition } from '../../ui/move-cell.ts'
import { placeKey } from './changed-places.ts'
import classes from './data-grid.module.css'

type Row = DataCopyPage['data'][number]

interface Props {
  /** Zero-based, not counting the header. */
  index: number
  offsetPx: number
  width: number
  row: Row | undefined
  marked: ReadonlySet<string> | undefined
  columns: readonly string[]
  cells: readonly VirtualItem[]
  /** Null unless the active cell is in this row. */
  activeColumn: number | null
  onActivate: (place: CellPosition) => void
}

/** The visible cells of a row. */
export const GridRow = memo(function GridRow(props: Props) {
  const { index, offsetPx, width, row, marked, columns, cells, activeColumn, onActivate } = props
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
          // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding grid handles keys
          <div
            key={cell.key}
            role="gridcell"
            data-cell={`${index}:${cell.index}`}
            tabIndex={activeColumn === cell.index ? 0 : -1}
            aria-colindex={cell.index + 1}
            className={classes.cell}
            data-number={typeof value === 'number' || undefined}
            data-marked={marked?.has(placeKey(index, cell.index)) || undefined}
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

function cellText(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return String(value)
}
