import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import styles from './grid.module.css'

interface CellEditorProps {
  label: string
  initialText: string
  /** `exit.key` is the key that ended editing, so the grid can move in its direction. */
  onCommit: (text: string, exit: { key: 'Enter' | 'Tab' | 'blur'; shiftKey: boolean }) => void
  onCancel: () => void
}

/** The text field over the active cell. Leaving it saves the text, as in other spreadsheets; Escape discards it. */
export function CellEditor({ label, initialText, onCommit, onCancel }: CellEditorProps) {
  const [text, setText] = useState(initialText)
  const field = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => field.current?.focus(), [])

  const finish = (action: () => void) => {
    if (isDone.current) return
    isDone.current = true
    action()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const { key, shiftKey } = event
    if (key !== 'Enter' && key !== 'Tab' && key !== 'Escape') return
    event.preventDefault()
    finish(() => (key === 'Escape' ? onCancel() : onCommit(text, { key, shiftKey })))
  }
  return (
    <input
      ref={field}
      className={styles.editor}
      aria-label={label}
      dir="auto"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(() => onCommit(text, { key: 'blur', shiftKey: false }))}
    />
  )
}
