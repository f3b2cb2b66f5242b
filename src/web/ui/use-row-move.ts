import { useState } from 'react'
import type { RowElements } from './row-elements.ts'
import { moveToPlace, type RowId, type RowPlace } from './row-moves.ts'

export const DRAG_ANIMATION_MS = 200

export interface SortableRow<Id extends RowId> {
  id: Id
  name: string
}

/** A row that has been picked up and is not yet shown at its new place. */
export interface RowMove extends RowPlace {
  readonly id: RowId
  readonly by: 'keyboard' | 'pointer'
  readonly isDropped: boolean
}

interface Options<Id extends RowId> {
  rows: readonly SortableRow<Id>[]
  elements: RowElements
  onReorder: (ids: Id[]) => void
}

export type MovingRow = ReturnType<typeof useRowMove>

/** Keeps the state of a moved row: picked up, moved, then dropped or put back. Announces each step to screen readers. */
export function useRowMove<Id extends RowId>({ rows, elements, onReorder }: Options<Id>) {
  const [move, setMove] = useState<RowMove>()
  const [announcement, announce] = useState('')
  const findPlace = (id: RowId) => rows.findIndex((row) => row.id === id)
  const from = move && !move.isDropped ? findPlace(move.id) : -1
  const active = from < 0 ? undefined : move
  const name = rows[from]?.name
  const position = (place: number) => `position ${place + 1} of ${rows.length}.`

  function start(id: RowId, by: RowMove['by']): void {
    const place = findPlace(id)
    setMove({ id, by, to: place, y: 0, room: 0, isDropped: false })
    announce(`${rows[place]?.name} picked up, ${position(place)}`)
  }

  function show(moved: RowMove, place: RowPlace): void {
    if (place.y !== moved.y || place.to !== moved.to) setMove({ ...moved, ...place })
    if (place.to !== moved.to) announce(`${name} moved to ${position(place.to)}`)
  }

  /** Ends a move. The row stays where it was dropped until the rows arrive in their new order. */
  function end(moved: RowMove, { y }: RowPlace): void {
    const dropped = { ...moved, isDropped: true }
    setMove(dropped)
    setTimeout(() => setMove((current) => (current === dropped ? undefined : current)))
    slideFrom(elements.find(moved.id), moved.y - y)
  }

  function drop(moved: RowMove): void {
    announce(`${name} dropped at ${position(moved.to)}`)
    end(moved, moveToPlace(elements.measure(rows), { from, to: moved.to }))
    if (moved.to === from) return
    const ids = rows.map(({ id }) => id)
    onReorder(ids.toSpliced(from, 1).toSpliced(moved.to, 0, ...ids.slice(from, from + 1)))
  }

  function cancel(): void {
    if (!active) return
    announce(`Move canceled. ${name} is back in its original position.`)
    end({ ...active, to: from, room: 0 }, { to: from, y: 0, room: 0 })
  }

  return { move, active, from, announcement, findPlace, start, show, drop, cancel }
}

/** Animates a dropped row to its place, from a distance above or below. */
function slideFrom(element: HTMLElement | undefined, distance: number): void {
  if (distance === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element?.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
    duration: DRAG_ANIMATION_MS,
    easing: 'ease',
  })
}
