import { IconChevronDown, IconChevronsDown, IconChevronsUp, IconChevronUp } from '@tabler/icons-react'
import type { RepositionAction } from '#contract/task-routes.ts'

type Can = 'can_push_to_front' | 'can_move_up' | 'can_move_down' | 'can_push_to_back'

/** The ways to move a task within its type. */
export const MOVES = {
  front: { label: 'Push to top', can: 'can_push_to_front', Icon: IconChevronsUp },
  up: { label: 'Move up', can: 'can_move_up', Icon: IconChevronUp },
  down: { label: 'Move down', can: 'can_move_down', Icon: IconChevronDown },
  back: { label: 'Push to bottom', can: 'can_push_to_back', Icon: IconChevronsDown },
} satisfies Record<RepositionAction, { label: string; can: Can; Icon: typeof IconChevronUp }>
