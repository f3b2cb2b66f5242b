import { type KeyboardEvent, useState } from 'react'
import { type Cell, cellName } from '../grid/cell-name.ts'
import styles from './spreadsheet.module.css'

interface ContentBarProps {
  cell: Cell
  text: string
  onCommit: (text: string) => void
  onLeave: () => void
}

/** The active cell's whole content, for texts wider than a column and for fingers. Leaving the field writes it. */
export function ContentBar({ cell, text, onCommit, onLeave }: ContentBarProps) {
  const [draft, setDraft] = useState<string | undefined>()

  const commit = () => {
    if (draft !== undefined && draft !== text) onCommit(draft)
    setDraft(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && draft !== undefined) setDraft(undefined)
    else if (event.key === 'Enter' || event.key === 'Escape') onLeave()
  }
  return (
    <input
      className={styles.contentBar}
      aria-label={`Whole content of ${cellName(cell)}`}
      autoComplete="off"
      dir="auto"
      value={draft ?? text}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}
