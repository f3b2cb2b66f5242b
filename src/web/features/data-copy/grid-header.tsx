// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot lay out virtualized cells
// biome-ignore-all lint/a11y/useFocusableInteractive: cells take focus, rows do not
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { VirtualItem } from '@tanstack/react-virtual'
import type { DataCopyPage } from '#contract/data-copy.ts'
import type { Sort } from '../../data/data-copies.ts'
import classes from './data-grid.module.css'

interface Props {
  columns: readonly string[]
  cells: readonly VirtualItem[]
  width: number
  /** First row of data. Its numbers mark columns with right-aligned headers. */
  firstRow: DataCopyPage['data'][number] | undefined
  sort: Sort
  onSort: (column: string) => void
}

/** Column headers. A click on a header sorts by its column. */
export function GridHeader({ columns, cells, width, firstRow, sort, onSort }: Props) {
  return (
    <div role="rowgroup" className={classes.head} style={{ width }}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {cells.map(({ key, index, start, size }) => {
          const column = columns[index] ?? ''
          const order = sort?.column === column ? sort.order : undefined
          return (
            <div
              key={key}
              role="columnheader"
              tabIndex={-1}
              aria-colindex={index + 1}
              aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'}
              className={classes.headCell}
              data-number={typeof firstRow?.[column] === 'number' || undefined}
              style={{ left: start, width: size }}
            >
              <button type="button" className={classes.sort} title={`Sort by ${column}`} onClick={() => onSort(column)}>
                <span className={classes.headText}>{column}</span>
                {order === 'asc' && <IconArrowUp size={14} aria-hidden />}
                {order === 'desc' && <IconArrowDown size={14} aria-hidden />}
              </button>
            </div>
          )
        })}
      </div>
    </div>
  )
}
