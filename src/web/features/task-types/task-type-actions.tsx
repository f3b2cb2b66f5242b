import { ActionIcon, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { TaskType } from '#contract/task-type.ts'

export interface TypeActions {
  onEdit: (type: TaskType) => void
  onDelete: (type: TaskType) => void
}

/** The Edit and Delete buttons of a type. */
export function TaskTypeActions({ type, actions }: { type: TaskType; actions: TypeActions }) {
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Edit ${type.name}`}
        title="Edit"
        onClick={() => actions.onEdit(type)}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        data-danger
        aria-label={`Delete ${type.name}`}
        title="Delete"
        onClick={() => actions.onDelete(type)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
