import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import styles from './grid.module.css'

interface CellEditorProps {
  label: string
  initialText: string
  /** `key` is the key that ended the editing, so that the grid can move on in its direction. */
  onCommit: (text: string, end: { key: 'Enter' | 'Tab' | 'blur'; shiftKey: boolean }) => void
  onCancel: () => void
}

/** The text field over the active cell. Leaving it keeps the text, as a spreadsheet does; Escape drops it. */
export function CellEditor({ label, initialText, onCommit, onCancel }: CellEditorProps) {
  const [text, setText] = useState(initialText)
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => field.current?.focus(), [])

  const finish = (step: () => void) => {
    if (isOver.current) return
    isOver.current = true
    step()
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
