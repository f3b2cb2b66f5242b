import { type KeyboardEvent, useRef } from 'react'
import type { Cell, GridSize } from './cell-name.ts'
import { moveByKey } from './move-by-key.ts'

interface GridKeysOptions {
  grid: GridSize & { pageRows: number }
  active: Cell
  onMove: (cell: Cell) => void
  /** Without a text the cell's own content is edited, with one that text replaces it. */
  onEdit: (text?: string) => void
  onClear: () => void
}

/** What the keys do while no cell is being edited. Tab moves inside the grid, so Escape lets the next Tab out of it. */
export function useGridKeys({ grid, active, onMove, onEdit, onClear }: GridKeysOptions) {
  const letsTabOut = useRef(false)

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Shift') return
    const isWayOut = key === 'Tab' && letsTabOut.current
    letsTabOut.current = key === 'Escape'
    if (isWayOut) return
    const to = moveByKey(event, active, grid)
    const isTyped = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (to) onMove(to)
    else if (key === 'Enter' || key === 'F2') onEdit()
    else if (key === 'Delete' || key === 'Backspace') onClear()
    else if (isTyped) onEdit(key)
    else return
    event.preventDefault()
  }
  /** After an edit: down on Enter, sideways on Tab, the other way with Shift. */
  const moveOn = ({ key, shiftKey }: { key: string; shiftKey: boolean }) => {
    const arrow = key === 'Tab' ? 'Tab' : shiftKey ? 'ArrowUp' : 'ArrowDown'
    const to = moveByKey({ key: arrow, shiftKey, ctrlKey: false, metaKey: false }, active, grid)
    if (to) onMove(to)
  }
  return { onKeyDown, moveOn }
}
