import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import {
  type ComponentPropsWithRef,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { moveByDistance, moveToPlace, type RowPlace, roomMade } from './row-moves.ts'
import classes from './sortable-rows.module.css'

const DRAG_ANIMATION_MS = 200
const MIN_DRAG_PX = 4
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }
const PICK_UP_KEYS: readonly string[] = ['Space', 'Enter']
const DROP_KEYS: readonly string[] = [...PICK_UP_KEYS, 'Tab']
const INSTRUCTIONS =
  'Press Space to pick up the row, the arrow keys to move it, Space again to drop it, and Escape to cancel.'

type RowId = string | number

interface SortableRow<Id extends RowId> {
  id: Id
  name: string
}

/** A row between being picked up and being shown at its new place. */
interface Move extends RowPlace {
  readonly id: RowId
  readonly by: 'keyboard' | 'pointer'
  readonly isDropped: boolean
}

/** A pointer that is down on a handle. */
interface Press {
  readonly id: RowId
  readonly startY: number
  readonly startListTop: number
  y: number
}

interface SortableList {
  readonly move: Move | undefined
  readonly instructionsId: string
  findPlace(id: RowId): number
  register(id: RowId, node: HTMLElement | null): void
  pickUp(id: RowId): void
  press(id: RowId, event: PointerEvent<HTMLElement>): void
  drag(event: PointerEvent<HTMLElement>): void
  release(): void
  cancel(): void
}

const SortableListContext = createContext<SortableList | undefined>(undefined)

interface Props<Id extends RowId> {
  rows: readonly SortableRow<Id>[]
  onReorder: (ids: Id[]) => void
  children: ReactNode
}

/** Makes its rows sortable by mouse, touch and keyboard. */
export function SortableRows<Id extends RowId>({ rows, onReorder, children }: Props<Id>) {
  const [move, setMove] = useState<Move>()
  const [announcement, announce] = useState('')
  const nodes = useRef(new Map<RowId, HTMLElement>())
  const press = useRef<Press>(undefined)
  const instructionsId = useId()
  const findPlace = (id: RowId) => rows.findIndex((row) => row.id === id)
  const from = move && !move.isDropped ? findPlace(move.id) : -1
  const active = from < 0 ? undefined : move
  const name = rows[from]?.name

  const measureRows = () =>
    rows.map(({ id }) => {
      const node = nodes.current.get(id)
      return { top: node?.offsetTop ?? 0, height: node?.offsetHeight ?? 0 }
    })
  const listTop = (id: RowId) => nodes.current.get(id)?.parentElement?.getBoundingClientRect().top ?? 0
  const position = (place: number) => `position ${place + 1} of ${rows.length}.`

  /** The place of a row that a pointer holds, also after the list has scrolled under the pointer. */
  function readPlace({ id, startY, startListTop, y }: Press): RowPlace {
    return moveByDistance(measureRows(), { from, distance: y - startY + startListTop - listTop(id) })
  }

  function start(id: RowId, by: Move['by']): void {
    const place = findPlace(id)
    setMove({ id, by, to: place, y: 0, room: 0, isDropped: false })
    announce(`${rows[place]?.name} picked up, ${position(place)}`)
  }

  function show(moved: Move, place: RowPlace): void {
    if (place.y !== moved.y || place.to !== moved.to) setMove({ ...moved, ...place })
    if (place.to !== moved.to) announce(`${name} moved to ${position(place.to)}`)
  }

  /** Ends a move: the row is shown at its old place until the rows arrive in their new order. */
  function end(moved: Move, { y }: RowPlace): void {
    const dropped = { ...moved, isDropped: true }
    setMove(dropped)
    setTimeout(() => setMove((current) => (current === dropped ? undefined : current)))
    slideFrom(nodes.current.get(moved.id), moved.y - y)
  }

  function drop(moved: Move): void {
    announce(`${name} dropped at ${position(moved.to)}`)
    end(moved, moveToPlace(measureRows(), { from, to: moved.to }))
    if (moved.to === from) return
    const ids = rows.map(({ id }) => id)
    onReorder(ids.toSpliced(from, 1).toSpliced(moved.to, 0, ...ids.slice(from, from + 1)))
  }

  function cancel(): void {
    press.current = undefined
    if (!active) return
    announce(`Move canceled. ${name} is back in its original position.`)
    end({ ...active, to: from, room: 0 }, { to: from, y: 0, room: 0 })
  }

  function steer(event: globalThis.KeyboardEvent): void {
    // The key press that picked the row up also reaches the document.
    if (!active || event.defaultPrevented) return
    const step = STEPS[event.code]
    if (event.code === 'Escape') cancel()
    else if (active.by === 'pointer') return
    else if (DROP_KEYS.includes(event.code)) drop(active)
    else if (!step) return
    else if (rows[active.to + step]) show(active, moveToPlace(measureRows(), { from, to: active.to + step }))
    event.preventDefault()
  }
  useKeys(active !== undefined, steer)
  useFrames(active?.by === 'pointer' ? active.id : undefined, (id) => {
    // Scrolls on while the pointer is at the edge of the list or the window.
    const handle = nodes.current.get(id)?.querySelector(`.${classes.handle}`)
    handle?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    if (active && press.current) show(active, readPlace(press.current))
  })
  useLayoutEffect(() => {
    if (active?.by === 'keyboard')
      nodes.current.get(active.id)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [active])

  const list: SortableList = {
    move,
    instructionsId,
    findPlace,
    cancel,
    pickUp: (id) => start(id, 'keyboard'),
    register(id, node) {
      if (node) nodes.current.set(id, node)
      else nodes.current.delete(id)
    },
    press(id, { isPrimary, button, currentTarget, pointerId, clientY }) {
      if (!isPrimary || button !== 0) return
      currentTarget.setPointerCapture(pointerId)
      press.current = { id, startY: clientY, startListTop: listTop(id), y: clientY }
    },
    drag({ isPrimary, clientY }) {
      if (!isPrimary || !press.current) return
      press.current.y = clientY
      const { id, startY } = press.current
      if (active || Math.abs(clientY - startY) < MIN_DRAG_PX) return
      // The pointer may be up before the next render, and then only a rendered move is dropped.
      flushSync(() => start(id, 'pointer'))
    },
    release() {
      if (active?.by === 'pointer' && press.current) drop({ ...active, ...readPlace(press.current) })
      press.current = undefined
    },
  }

  return (
    <SortableListContext value={list}>
      {children}
      <VisuallyHidden id={instructionsId}>{INSTRUCTIONS}</VisuallyHidden>
      <VisuallyHidden aria-live="assertive">{announcement}</VisuallyHidden>
    </SortableListContext>
  )
}

/** Hears all keys of the page while a row is picked up. */
function useKeys(isHeard: boolean, onKey: (event: globalThis.KeyboardEvent) => void): void {
  const hear = useEffectEvent(onKey)
  useEffect(() => {
    if (!isHeard) return
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [isHeard])
}

/** Acts before each frame while a pointer drags a row. */
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

/** The props that make a row draggable, and those of its drag handle. */
export function useSortableRow({ id, name }: SortableRow<RowId>) {
  const list = use(SortableListContext)
  if (!list) throw new Error('A sortable row is outside of SortableRows')
  const { move } = list
  const isMoved = move?.id === id && !move.isDropped
  return {
    rowProps: {
      ref: (node: HTMLElement | null) => list.register(id, node),
      style: styleRow(id, list),
      'data-dragging': isMoved || undefined,
    },
    handleProps: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => list.press(id, event),
      onPointerMove: list.drag,
      onPointerUp: ({ isPrimary }: PointerEvent) => isPrimary && list.release(),
      onPointerCancel: ({ isPrimary }: PointerEvent) => isPrimary && list.cancel(),
      onBlur: () => isMoved && move.by === 'keyboard' && list.cancel(),
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        if ((move && !move.isDropped) || !PICK_UP_KEYS.includes(event.code)) return
        event.preventDefault()
        list.pickUp(id)
      },
      'aria-label': `Reorder ${name}`,
      'aria-describedby': list.instructionsId,
      'aria-pressed': isMoved,
      // Escape cancels the move and leaves a dialog around it open.
      'data-mantine-stop-propagation': isMoved || undefined,
    },
  }
}

/** The handle that drags a row. */
export function DragHandle(props: ComponentPropsWithRef<'button'>) {
  return (
    <UnstyledButton className={classes.handle} {...props}>
      <IconGripVertical size={16} aria-hidden />
    </UnstyledButton>
  )
}

function styleRow(id: RowId, { move, findPlace }: SortableList) {
  if (!move) return undefined
  const from = findPlace(move.id)
  // The rows may have arrived in their new order already.
  if (from < 0 || (move.isDropped && from === move.to)) return undefined
  if (move.id === id) return { transform: `translateY(${move.y}px)` }
  const room = roomMade(findPlace(id), { from, ...move })
  const transition = move.isDropped ? undefined : `transform ${DRAG_ANIMATION_MS}ms ease`
  return { transform: room === 0 ? undefined : `translateY(${room}px)`, transition }
}

/** Moves a dropped row to its place, from a distance above or below. */
function slideFrom(node: HTMLElement | undefined, distance: number): void {
  if (distance === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  node?.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
    duration: DRAG_ANIMATION_MS,
    easing: 'ease',
  })
}
