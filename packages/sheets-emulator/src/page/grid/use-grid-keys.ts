import { type KeyboardEvent, useRef } from 'react'
import type { Cell, GridSize } from '../cells/cell-name.ts'
import { moveByKey } from './move-by-key.ts'

interface GridKeysOptions {
  grid: GridSize & { pageRows: number }
  active: Cell
  onMove: (cell: Cell) => void
  /** Edits the cell's content, or replaces it with `text` if given. */
  onEdit: (text?: string) => void
  onClear: () => void
}

/** Keyboard handling while no cell is being edited. Tab moves inside the grid; pressing Escape first makes it leave. */
export function useGridKeys({ grid, active, onMove, onEdit, onClear }: GridKeysOptions) {
  const tabLeavesGrid = useRef(false)

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Shift') return
    const leavesGrid = key === 'Tab' && tabLeavesGrid.current
    tabLeavesGrid.current = key === 'Escape'
    if (leavesGrid) return
    const to = moveByKey(event, active, grid)
    const isTyped = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (to) onMove(to)
    else if (key === 'Enter' || key === 'F2') onEdit()
    else if (key === 'Delete' || key === 'Backspace') onClear()
    else if (isTyped) onEdit(key)
    else return
    event.preventDefault()
  }
  /** After an edit, Enter moves down and Tab moves right; with Shift, the other way. */
  const moveAfterEdit = ({ key, shiftKey }: { key: string; shiftKey: boolean }) => {
    const arrow = key === 'Tab' ? 'Tab' : shiftKey ? 'ArrowUp' : 'ArrowDown'
    const to = moveByKey({ key: arrow, shiftKey, ctrlKey: false, metaKey: false }, active, grid)
    if (to) onMove(to)
  }
  return { onKeyDown, moveAfterEdit }
}
