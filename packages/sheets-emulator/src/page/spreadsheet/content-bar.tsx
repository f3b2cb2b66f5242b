import { type KeyboardEvent, useState } from 'react'
import { type Cell, cellName } from '../cells/cell-name.ts'
import styles from './spreadsheet.module.css'

interface ContentBarProps {
  cell: Cell
  text: string
  onCommit: (text: string) => void
  onLeave: () => void
}

/** Edits the active cell's full content, for long text and touch screens. Leaving the field saves it. */
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
      aria-label={`Full content of ${cellName(cell)}`}
      autoComplete="off"
      dir="auto"
      value={draft ?? text}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}
