import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import {
  type ComponentPropsWithRef,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useId,
  useState,
} from 'react'
import { createRowElements } from './row-elements.ts'
import { type RowId, roomMade } from './row-moves.ts'
import classes from './sortable-rows.module.css'
import { type MovePointer, useMoveKeys, useMovePointer } from './use-move-input.ts'
import { DRAG_ANIMATION_MS, type RowMove, type SortableRow, useRowMove } from './use-row-move.ts'

const PICK_UP_KEYS: readonly string[] = ['Space', 'Enter']
const INSTRUCTIONS =
  'Press Space to pick up the row, the arrow keys to move it, Space again to drop it, and Escape to cancel.'

interface SortableList extends MovePointer {
  readonly move: RowMove | undefined
  readonly instructionsId: string
  findPlace(id: RowId): number
  register(id: RowId, element: HTMLElement | null): void
  pickUp(id: RowId): void
}

const SortableListContext = createContext<SortableList | undefined>(undefined)

interface Props<Id extends RowId> {
  rows: readonly SortableRow<Id>[]
  onReorder: (ids: Id[]) => void
  children: ReactNode
}

/** List with rows that people can sort by mouse, touch and keyboard. */
export function SortableRows<Id extends RowId>({ rows, onReorder, children }: Props<Id>) {
  const elements = useState(createRowElements)[0]
  const moving = useRowMove({ rows, elements, onReorder })
  const instructionsId = useId()
  const pointer = useMovePointer({ rows, elements, moving })
  useMoveKeys({ rows, elements, moving, onCancel: pointer.cancel })
  const list: SortableList = {
    ...pointer,
    move: moving.move,
    instructionsId,
    findPlace: moving.findPlace,
    register: elements.register,
    pickUp: (id) => moving.start(id, 'keyboard'),
  }
  return (
    <SortableListContext value={list}>
      {children}
      <VisuallyHidden id={instructionsId}>{INSTRUCTIONS}</VisuallyHidden>
      <VisuallyHidden aria-live="assertive">{moving.announcement}</VisuallyHidden>
    </SortableListContext>
  )
}

/** Returns the props of a draggable row and of its drag handle. */
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
      // Escape cancels the move without closing a dialog around the list.
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
  // The rows may already be in their new order.
  if (from < 0 || (move.isDropped && from === move.to)) return undefined
  if (move.id === id) return { transform: `translateY(${move.y}px)` }
  const room = roomMade(findPlace(id), { from, ...move })
  const transition = move.isDropped ? undefined : `transform ${DRAG_ANIMATION_MS}ms ease`
  return { transform: room === 0 ? undefined : `translateY(${room}px)`, transition }
}
