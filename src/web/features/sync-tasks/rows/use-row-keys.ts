import { type KeyboardEvent, useCallback, useRef } from 'react'
import type { TaskGroup } from '../../../data/commands/task-groups.ts'

const ROW = '[data-task-id]'
const CONTROLS = 'a, button, input'
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Handles the keys of rows. The name of a task is the only tab stop of its row. Arrow keys move to the rows above and below,
 * even when pressed quickly, and between the controls of a row.
 */
export function useRowKeys(groups: readonly TaskGroup[]) {
  /** Task to focus once its row is mounted. Only rows near the window are mounted. */
  const wantedId = useRef<number>(undefined)

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>(ROW) : null
    if (!row || event.defaultPrevented) return
    moveInRow(event, row)
    const step = STEPS[event.key]
    if (step === undefined) return
    const ids = groups.flatMap(({ shown }) => shown.map(({ id }) => id))
    const nextId = ids[ids.indexOf(wantedId.current ?? Number(row.dataset['taskId'])) + step]
    if (nextId === undefined) return
    event.preventDefault()
    const isThere = moveTo(nextId)
    wantedId.current = isThere ? undefined : nextId
    if (!isThere) window.scrollBy({ top: step * row.offsetHeight })
  }

  const onMounted = useCallback((id: number) => {
    if (id !== wantedId.current) return
    moveTo(id)
    wantedId.current = undefined
  }, [])

  return { onKeyDown, onMounted }
}

/** Moves to the control before or after the focused control. */
function moveInRow(event: KeyboardEvent, row: HTMLElement): void {
  const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)]
  const index = controls.findIndex((control) => control.matches(':focus'))
  const target = { ArrowLeft: controls[index - 1], ArrowRight: controls[index + 1] }[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** Focuses the name of a task and scrolls to it; false if its row is not mounted. */
function moveTo(taskId: number): boolean {
  const name = focusName(taskId)
  name?.scrollIntoView({ block: 'nearest' })
  return name !== null
}

/** Focuses the name of a task where it is; null if its row is not mounted. */
export function focusName(taskId: number): HTMLElement | null {
  const name = nameIn(document.querySelector(`${ROW}[data-task-id="${taskId}"]`))
  name?.focus({ preventScroll: true })
  return name
}

function nameIn(row: Element | null): HTMLElement | null {
  return row?.querySelector<HTMLElement>('button[aria-expanded]') ?? null
}
