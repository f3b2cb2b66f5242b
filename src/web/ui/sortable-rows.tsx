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
import type { TaskType } from '#contract/task-type.ts'
import { RowKeyboardSensor } from './row-keyboard-sensor.ts'
import classes from './task-types.module.css'

const DRAG_ANIMATION_MS = 200
const MIN_DRAG_PX = 4

interface Props {
  types: readonly TaskType[]
  onReorder: (ids: number[]) => void
  children: ReactNode
}

/** Makes its rows sortable by mouse, touch and keyboard. */
export function SortableTypes({ types, onReorder, children }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: MIN_DRAG_PX } }),
    useSensor(RowKeyboardSensor),
  )
  const ids = types.map((type) => type.id)

  function moveRow({ active, over }: DragEndEvent): void {
    if (!over || active.id === over.id) return
    onReorder(arrayMove(ids, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={moveRow}
      accessibility={{ announcements: announcementsOf(types) }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** The props that make a row draggable, and those of its drag handle. */
export function useSortableType({ id, name }: { id: number; name: string }) {
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

function announcementsOf(types: readonly TaskType[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => types.find((type) => type.id === id)?.name ?? 'The type'
  const positionOf = (id: UniqueIdentifier) => types.findIndex((type) => type.id === id) + 1
  const pickedUp = (id: UniqueIdentifier) => `${nameOf(id)} picked up, position ${positionOf(id)} of ${types.length}.`
  return {
    onDragStart: ({ active }) => pickedUp(active.id),
    onDragOver({ active, over }) {
      // This fires right after the start, with the row over itself; another message would interrupt the first.
      if (over?.id === active.id) return pickedUp(active.id)
      return over ? `${nameOf(active.id)} moved to position ${positionOf(over.id)} of ${types.length}.` : undefined
    },
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} dropped at position ${positionOf(over.id)} of ${types.length}.` : undefined,
    onDragCancel: ({ active }) => `Move canceled. ${nameOf(active.id)} is back in its original position.`,
  }
}
