import { type KeyboardEvent, useState } from 'react'
import { type Cell, cellName, type GridSize, parseCellName } from '../cells/cell-name.ts'
import { useAnnounce } from '../ui/notices.tsx'
import styles from './spreadsheet.module.css'

interface NameBoxProps {
  active: Cell
  grid: GridSize
  onGo: (cell: Cell) => void
}

/** Shows the active cell's name. Typing a name and pressing Enter goes to that cell. */
export function NameBox({ active, grid, onGo }: NameBoxProps) {
  const [draft, setDraft] = useState<string | undefined>()
  const announce = useAnnounce()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setDraft(undefined)
    if (event.key !== 'Enter') return
    const text = draft ?? cellName(active)
    const cell = parseCellName(text, grid)
    const last = cellName({ row: grid.rowCount - 1, column: grid.columnCount - 1 })
    if (cell) onGo(cell)
    else announce(`“${text}” is not a cell in this tab (A1 to ${last}).`)
    setDraft(undefined)
  }
  return (
    <input
      className={styles.nameBox}
      aria-label="Go to cell"
      autoComplete="off"
      spellCheck={false}
      value={draft ?? cellName(active)}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => setDraft(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
