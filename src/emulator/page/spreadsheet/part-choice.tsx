import { partOf, type RowPart, rowParts } from '../grid/row-parts.ts'

interface PartChoiceProps {
  row: number
  rowCount: number
  /** Called with the first row of the part that was chosen. */
  onGo: (row: number) => void
}

/** Where a tab has more rows than one can scroll through at once: which of them are there, and the way to others. */
export function PartChoice({ row, rowCount, onGo }: PartChoiceProps) {
  const parts = rowParts(rowCount)
  if (parts.length === 1) return null
  return (
    <select
      aria-label="Rows to scroll through"
      value={partOf(row, rowCount).firstRow}
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
