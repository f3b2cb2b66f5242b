// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot lay out virtualized rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the table scrolls as a whole, its rows take no focus
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table as a whole
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { columnLetters } from '#domain/copy/a1.ts'
import classes from './changed-cells.module.css'

const ROW_PX = 32
const OVERSCAN = 10

type Value = string | number | boolean | null

/** A cell of a target, before and after. Rows and columns count from 1. */
export interface ChangedCell {
  row: number
  column: number
  before: Value
  after: Value
}

interface Props {
  label: string
  /** The headings of both values, such as Before and After. */
  headings: { before: string; after: string }
  total: number
  /** Undefined while it loads. */
  cellAt: (index: number) => ChangedCell | undefined
  nameOf: (column: number) => string
  /** Called with the first and the last index that are shown. */
  onShow: (range: { first: number; last: number }) => void
}

/** A list of changed cells of any length. */
export function ChangedCells({ label, headings, total, cellAt, nameOf, onShow }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    paddingStart: ROW_PX,
  })
  const shown = rows.getVirtualItems()
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0]
  useEffect(() => onShow({ first, last }), [onShow, first, last])
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="table"
      aria-label={label}
      aria-rowcount={total + 1}
      tabIndex={0}
    >
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
          <span role="columnheader">Cell</span>
          <span role="columnheader">Column</span>
          <span role="columnheader">{headings.before}</span>
          <span role="columnheader">{headings.after}</span>
        </div>
      </div>
      <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() - ROW_PX }}>
        {shown.map(({ key, index, start }) => (
          <div
            key={key}
            role="row"
            aria-rowindex={index + 2}
            className={classes.row}
            style={{ transform: `translateY(${start - ROW_PX}px)` }}
          >
            <CellsOfRow cell={cellAt(index)} nameOf={nameOf} />
          </div>
        ))}
      </div>
    </div>
  )
}

function CellsOfRow({ cell, nameOf }: { cell: ChangedCell | undefined; nameOf: Props['nameOf'] }) {
  if (!cell) return <span role="cell">…</span>
  return (
    <>
      <span role="cell" className={classes.place}>
        {`${columnLetters(cell.column)}${cell.row}`}
      </span>
      <span role="cell">{nameOf(cell.column)}</span>
      <CellValue value={cell.before} isBefore />
      <CellValue value={cell.after} />
    </>
  )
}

function CellValue({ value, isBefore = false }: { value: Value; isBefore?: boolean }) {
  if (value === null || value === '') {
    return (
      <span role="cell" className={classes.empty}>
        empty
      </span>
    )
  }
  const text = typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : String(value)
  return (
    <span role="cell" title={text} className={isBefore ? classes.before : undefined}>
      {text}
    </span>
  )
}
