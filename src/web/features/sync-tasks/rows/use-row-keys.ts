import { type KeyboardEvent, useCallback, useRef } from 'react'
import type { TaskGroup } from '../list/task-groups.ts'

const ROW = '[data-task-id]'
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowDown: 1, ArrowUp: -1 }

/** From the name of a task, the arrow keys move to those above and below, however fast they are pressed. */
export function useRowKeys(groups: readonly TaskGroup[]) {
  /** The task to move to once its row is mounted: only those near the window are. */
  const wantedId = useRef<number>(undefined)

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = STEPS[event.key]
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>(ROW) : null
    if (step === undefined || !row || event.target !== nameIn(row)) return
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
