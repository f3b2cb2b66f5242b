import { findPart, type RowPart, rowParts } from '../grid/row-parts.ts'

interface PartSelectProps {
  row: number
  rowCount: number
  /** Called with the first row of the selected part. */
  onGo: (row: number) => void
}

/** Selects which rows to scroll through, in a tab with more rows than a browser can scroll through at once. */
export function PartSelect({ row, rowCount, onGo }: PartSelectProps) {
  const parts = rowParts(rowCount)
  if (parts.length === 1) return null
  return (
    <select
      aria-label="Row range"
      value={findPart(row, rowCount).firstRow}
      onChange={({ target }) => onGo(Number(target.value))}
    >
      {parts.map((part) => (
        <option key={part.firstRow} value={part.firstRow}>
          {rangeText(part)}
        </option>
      ))}
    </select>
  )
}

function rangeText({ firstRow, rowCount }: RowPart): string {
  return `Rows ${(firstRow + 1).toLocaleString()} to ${(firstRow + rowCount).toLocaleString()}`
}
