import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'

const DRAG_ANIMATION_MS = 200

/** What a row of a type needs to be dragged: where it stands now, and the props of its handle. */
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
