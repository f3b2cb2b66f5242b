import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { RowElements } from './row-elements.ts'
import { moveByDistance, moveToPlace, type RowId, type RowPlace } from './row-moves.ts'
import classes from './sortable-rows.module.css'
import type { MovingRow } from './use-row-move.ts'

const MIN_DRAG_PX = 4
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }
const DROP_KEYS: readonly string[] = ['Space', 'Enter', 'Tab']

interface Options {
  rows: readonly { id: RowId }[]
  elements: RowElements
  moving: MovingRow
}

/** Handles keys that move, drop or cancel a row picked up by keyboard. Escape also cancels a drag. */
export function useMoveKeys({ rows, elements, moving, onCancel }: Options & { onCancel: () => void }): void {
  const { active, from, show, drop } = moving

  function steer(event: globalThis.KeyboardEvent): void {
    // Ignore the key press that picked up the row, which also reaches the document.
    if (!active || event.defaultPrevented) return
    const step = STEPS[event.code]
    if (event.code === 'Escape') onCancel()
    else if (active.by === 'pointer') return
    else if (DROP_KEYS.includes(event.code)) drop(active)
    else if (!step) return
    else if (rows[active.to + step]) show(active, moveToPlace(elements.measure(rows), { from, to: active.to + step }))
    event.preventDefault()
  }
  useKeys(active !== undefined, steer)
  useLayoutEffect(() => {
    if (active?.by === 'keyboard') elements.find(active.id)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [active, elements])
}

/** State of a pointer pressed on a handle. */
interface Press {
  readonly id: RowId
  readonly startY: number
  readonly startListTop: number
  y: number
}

export interface MovePointer {
  press(id: RowId, event: PointerEvent<HTMLElement>): void
  drag(event: PointerEvent<HTMLElement>): void
  release(): void
  cancel(): void
}

/** Drags a row by a mouse, a finger or a pen. */
export function useMovePointer({ rows, elements, moving }: Options): MovePointer {
  const { active, from, start, show, drop, cancel } = moving
  const press = useRef<Press>(undefined)

  /** Computes the place of a dragged row, even after the list has scrolled under the pointer. */
  function readPlace({ id, startY, startListTop, y }: Press): RowPlace {
    const distance = y - startY + startListTop - elements.listTop(id)
    return moveByDistance(elements.measure(rows), { from, distance })
  }

  useFrames(active?.by === 'pointer' ? active.id : undefined, (id) => {
    // Keep scrolling while the pointer is at the edge of the list or the window.
    const handle = elements.find(id)?.querySelector(`.${classes.handle}`)
    handle?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    if (active && press.current) show(active, readPlace(press.current))
  })
  return {
    press(id, { isPrimary, button, currentTarget, pointerId, clientY }) {
      if (!isPrimary || button !== 0) return
      currentTarget.setPointerCapture(pointerId)
      press.current = { id, startY: clientY, startListTop: elements.listTop(id), y: clientY }
    },
    drag({ isPrimary, clientY }) {
      if (!isPrimary || !press.current) return
      press.current.y = clientY
      const { id, startY } = press.current
      if (active || Math.abs(clientY - startY) < MIN_DRAG_PX) return
      // Render the move at once: only a rendered move can be dropped, and the pointer may be released before the next render.
      flushSync(() => start(id, 'pointer'))
    },
    release() {
      if (active?.by === 'pointer' && press.current) drop({ ...active, ...readPlace(press.current) })
      press.current = undefined
    },
    cancel() {
      press.current = undefined
      cancel()
    },
  }
}

/** Listens to all keys of the page while a row is picked up. */
function useKeys(isHeard: boolean, onKey: (event: globalThis.KeyboardEvent) => void): void {
  const hear = useEffectEvent(onKey)
  useEffect(() => {
    if (!isHeard) return
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [isHeard])
}

/** Calls `onFrame` before each frame while a pointer drags a row. */
function useFrames(id: RowId | undefined, onFrame: (id: RowId) => void): void {
  const act = useEffectEvent(onFrame)
  useEffect(() => {
    if (id === undefined) return
    let frame = requestAnimationFrame(function next() {
      act(id)
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [id])
}
