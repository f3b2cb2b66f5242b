// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot lay out virtualized rows
// biome-ignore-all lint/a11y/useFocusableInteractive: cells take focus, rows do not

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import type { CellEntry, ChangedCell, ChangeKind } from '#contract/change-set.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import classes from './change-grid.module.css'
import { type CellPosition, moveCell } from './move-cell.ts'
import type { Tone } from './task-tone.ts'
import { useRangeIncluding } from './use-range-including.ts'

const ROW_PX = 32
const HEADER_PX = 33
const OVERSCAN_ROWS = 10
/** Browsers cannot lay out much more than 33 million pixels. */
export const MAX_ROWS = 1_000_000
const COLUMNS = ['Row', 'Column', 'Change', 'Before', 'After'] as const

const KINDS: Readonly<Record<ChangeKind, { label: string; tone: Tone }>> = {
  filled: { label: 'Filled', tone: 'teal' },
  changed: { label: 'Changed', tone: 'blue' },
  cleared: { label: 'Cleared', tone: 'red' },
}

export interface ChangeGridProps {
  label: string
  /** How many changes there are, loaded or not. */
  count: number
  /** Undefined while it is not loaded. */
  changeAt: (index: number) => ChangedCell | undefined
  /** Names of the columns, from the first. */
  columns: readonly string[]
  /** Called with the rows on the screen, so that they can be loaded. */
  onShow: (range: { first: number; last: number }) => void
}

/**
 * Cells before and after, a row for each. Only the rows in and near the window are mounted, however many there are. One
 * cell, the active one, is in the tab order; arrow keys move it.
 */
export function ChangeGrid({ label, count, changeAt, columns, onShow }: ChangeGridProps) {
  const rowCount = Math.min(count, MAX_ROWS)
  const { scroller, rows, active, setActive, onKeyDown } = useGrid(rowCount)
  const items = rows.getVirtualItems()
  const { startIndex: first = 0, endIndex: last = 0 } = rows.range ?? {}
  useEffect(() => onShow({ first, last }), [first, last, onShow])
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
          {COLUMNS.map((name) => (
            <div key={name} role="columnheader">
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
            columns={columns}
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
  change: ChangedCell | undefined
  columns: readonly string[]
  /** Null unless the active cell is in this row. */
  activeColumn: number | null
  onActivate: (place: CellPosition) => void
}

const ChangeRow = memo(function ChangeRow({ index, offsetPx, change, columns, activeColumn, onActivate }: RowProps) {
  const contents: Content[] = change ? contentsOf(change, columns) : COLUMNS.map(() => ({ text: '' }))
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.cells}
      data-tone={change && KINDS[change.kind].tone}
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

function contentsOf(change: ChangedCell, columns: readonly string[]): Content[] {
  const letters = columnLetters(change.column)
  const name = columns[change.column - 1]
  return [
    { text: String(change.row) },
    { text: name ? `${letters} · ${name}` : letters },
    { text: KINDS[change.kind].label },
    { text: entryText(change.before), note: change.before_format ?? undefined },
    { text: entryText(change.after), note: change.after_format ?? undefined },
  ]
}

function entryText(entry: CellEntry): string {
  if (entry === null) return ''
  if (typeof entry === 'object') return entry.formula
  return typeof entry === 'boolean' ? String(entry).toUpperCase() : String(entry)
}
