import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { UnstyledButton } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { RowKeyboardSensor } from './row-keyboard-sensor.ts'
import classes from './sortable-rows.module.css'

const DRAG_ANIMATION_MS = 200
const MIN_DRAG_PX = 4

interface SortableRow<Id extends UniqueIdentifier> {
  id: Id
  name: string
}

interface Props<Id extends UniqueIdentifier> {
  rows: readonly SortableRow<Id>[]
  onReorder: (ids: Id[]) => void
  children: ReactNode
}

/** Makes its rows sortable by mouse, touch and keyboard. */
export function SortableRows<Id extends UniqueIdentifier>({ rows, onReorder, children }: Props<Id>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: MIN_DRAG_PX } }),
    useSensor(RowKeyboardSensor),
  )
  const ids = rows.map((row) => row.id)
  const placeOf = (id: UniqueIdentifier) => rows.findIndex((row) => row.id === id)

  function moveRow({ active, over }: DragEndEvent): void {
    if (!over || active.id === over.id) return
    onReorder(arrayMove(ids, placeOf(active.id), placeOf(over.id)))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={moveRow}
      accessibility={{ announcements: announcementsOf(rows) }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** The props that make a row draggable, and those of its drag handle. */
export function useSortableRow({ id, name }: SortableRow<UniqueIdentifier>) {
  const sortable = useSortable({ id, transition: { duration: DRAG_ANIMATION_MS, easing: 'ease' } })
  return {
    rowProps: {
      ref: sortable.setNodeRef,
      style: { transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition },
      'data-dragging': sortable.isDragging || undefined,
    },
    handleProps: {
      ref: sortable.setActivatorNodeRef,
      ...sortable.attributes,
      ...sortable.listeners,
      'aria-label': `Reorder ${name}`,
      // Escape cancels the move and leaves a dialog around it open.
      'data-mantine-stop-propagation': sortable.isDragging || undefined,
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

function announcementsOf(rows: readonly SortableRow<UniqueIdentifier>[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => rows.find((row) => row.id === id)?.name ?? 'The row'
  const positionOf = (id: UniqueIdentifier) => rows.findIndex((row) => row.id === id) + 1
  const pickedUp = (id: UniqueIdentifier) => `${nameOf(id)} picked up, position ${positionOf(id)} of ${rows.length}.`
  return {
    onDragStart: ({ active }) => pickedUp(active.id),
    onDragOver({ active, over }) {
      // This fires right after the start, with the row over itself; another message would interrupt the first.
      if (over?.id === active.id) return pickedUp(active.id)
      return over ? `${nameOf(active.id)} moved to position ${positionOf(over.id)} of ${rows.length}.` : undefined
    },
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} dropped at position ${positionOf(over.id)} of ${rows.length}.` : undefined,
    onDragCancel: ({ active }) => `Move canceled. ${nameOf(active.id)} is back in its original position.`,
  }
}
