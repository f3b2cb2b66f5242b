// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot lay out virtualized rows
// biome-ignore-all lint/a11y/useFocusableInteractive: cells take focus, rows do not

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import type { ChangeKind } from '#contract/change-kind.ts'
import type { CellEntry } from '#contract/change-set.ts'
import { classifyChange } from '#domain/copy/change-block.ts'
import { type CellPosition, moveCell } from '../ui/move-cell.ts'
import { useRangeIncluding } from '../ui/use-range-including.ts'
import { cellEntryText } from './cell-entry-text.ts'
import classes from './change-grid.module.css'
import { columnLabel } from './column-label.ts'
import type { Tone } from './task-tone.ts'

const ROW_PX = 32
const HEADER_PX = 33
const OVERSCAN_ROWS = 10
/** Maximum rows of a grid: browsers cannot lay out much more than 33 million pixels. */
export const MAX_ROWS = 1_000_000
const COLUMNS = ['row', 'column', 'kind', 'before', 'after'] as const

const KINDS: Readonly<Record<ChangeKind, { label: string; tone: Tone }>> = {
  filled: { label: 'Filled', tone: 'teal' },
  changed: { label: 'Changed', tone: 'blue' },
  cleared: { label: 'Cleared', tone: 'red' },
}

/** A cell before and after. Rows and columns count from 1. */
interface GridChange {
  /** Value of the cell's target, for a task that hands rows out. */
  value?: string | undefined
  row: number
  column: number
  before: CellEntry
  after: CellEntry
  /** Patterns of the number formats, if they differ. */
  before_format?: string | null
  after_format?: string | null
}

export interface ChangeGridProps {
  label: string
  /** The headings of both values. */
  headings?: { before: string; after: string }
  /** Number of changes, loaded or not. */
  count: number
  /** Returns a change; undefined until it has loaded. */
  changeAt: (index: number) => GridChange | undefined
  /** Returns the name of a column, counted from 1; empty for a column without a name. */
  nameOf: (column: number) => string | undefined
  /** Called with the rows on the screen, so they can be loaded. */
  onShow?: (range: { first: number; last: number }) => void
}

const BEFORE_AND_AFTER = { before: 'Before', after: 'After' }

/**
 * Grid with a row for each changed cell, before and after. Only rows in and near the window are mounted. Only the active cell
 * is in the tab order, and arrow keys move it.
 */
export function ChangeGrid({ label, headings = BEFORE_AND_AFTER, count, changeAt, nameOf, onShow }: ChangeGridProps) {
  const rowCount = Math.min(count, MAX_ROWS)
  const { scroller, rows, active, setActive, onKeyDown } = useGrid(rowCount)
  const items = rows.getVirtualItems()
  const { startIndex: first = 0, endIndex: last = 0 } = rows.range ?? {}
  useEffect(() => onShow?.({ first, last }), [first, last, onShow])
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={COLUMNS.length}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" aria-rowindex={1} className={classes.cells}>
          {['Row', 'Column', 'Change', headings.before, headings.after].map((name, column) => (
            <div key={COLUMNS[column]} role="columnheader">
              {name}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() - HEADER_PX }}>
        {items.map(({ key, index, start }) => (
          <ChangeRow
            key={key}
            index={index}
            offsetPx={start - HEADER_PX}
            change={changeAt(index)}
            nameOf={nameOf}
            activeColumn={index === active.row ? active.column : null}
            onActivate={setActive}
          />
        ))}
      </div>
    </div>
  )
}

function useGrid(rowCount: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    paddingStart: HEADER_PX,
    scrollPaddingStart: HEADER_PX,
    rangeExtractor: useRangeIncluding(active.row, rowCount),
  })

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'gridcell') return
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 2)
    const to = moveCell({ from: active, press: event, extent: { rows: rowCount, columns: COLUMNS.length, pageRows } })
    if (!to) return
    event.preventDefault()
    setActive(to)
    rows.scrollToIndex(to.row)
    // The cell is rendered by the next frame at the latest.
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-cell="${to.row}:${to.column}"]`)
        ?.focus({ preventScroll: true }),
    )
  }

  return { scroller, rows, active, setActive, onKeyDown }
}

interface RowProps {
  index: number
  offsetPx: number
  change: GridChange | undefined
  nameOf: ChangeGridProps['nameOf']
  /** Null unless the active cell is in this row. */
  activeColumn: number | null
  onActivate: (place: CellPosition) => void
}

const ChangeRow = memo(function ChangeRow({ index, offsetPx, change, nameOf, activeColumn, onActivate }: RowProps) {
  const contents: Content[] = change ? listContents(change, nameOf(change.column)) : COLUMNS.map(() => ({ text: '' }))
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.cells}
      data-tone={change && KINDS[classifyChange(change)].tone}
      style={{ transform: `translateY(${offsetPx}px)` }}
    >
      {contents.map(({ text, note }, column) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding grid handles keys
        <div
          key={COLUMNS[column]}
          role="gridcell"
          data-cell={`${index}:${column}`}
          tabIndex={activeColumn === column ? 0 : -1}
          title={note === undefined ? text : `${text} (${note})`}
          onClick={() => onActivate({ row: index, column })}
        >
          {text}
          {note !== undefined && <small>{note}</small>}
        </div>
      ))}
    </div>
  )
})

interface Content {
  text: string
  /** A number format. */
  note?: string | undefined
}

function listContents(change: GridChange, name: string | undefined): Content[] {
  return [
    { text: String(change.row) },
    { text: `${change.value === undefined ? '' : `${change.value} · `}${columnLabel(change.column, name)}` },
    { text: KINDS[classifyChange(change)].label },
    { text: cellEntryText(change.before), note: change.before_format ?? undefined },
    { text: cellEntryText(change.after), note: change.after_format ?? undefined },
  ]
}
