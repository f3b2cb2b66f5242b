import { Modal } from '@mantine/core'
import type { TaskType } from '#contract/task-type.ts'
import { TaskTypeFormFields } from './task-type-form-fields.tsx'

interface Props {
  opened: boolean
  /** The type to change, null for a new one. */
  type: TaskType | null
  types: readonly TaskType[]
  onClose: () => void
}

/** Adds a type or changes one. */
export function TaskTypeModal({ opened, type, types, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={type ? 'Edit Sync Task Type' : 'Add Sync Task Type'}>
      <TaskTypeFormFields type={type} types={types} onClose={onClose} />
    </Modal>
  )
}
