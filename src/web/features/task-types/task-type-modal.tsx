import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { TaskType } from '#contract/task-type.ts'
import { TaskTypeFormFields } from './task-type-form-fields.tsx'
import { useTaskTypeForm } from './use-task-type-form.ts'

interface Editing {
  /** The type to change, null for a new one. */
  type: TaskType | null
  types: readonly TaskType[]
  onClose: () => void
}

/** Adds a type or changes one. */
export function TaskTypeModal({ opened, ...editing }: Editing & { opened: boolean }) {
  const title = editing.type ? 'Edit Sync Task Type' : 'Add Sync Task Type'
  return (
    <Modal opened={opened} onClose={editing.onClose} title={title}>
      <TypeForm {...editing} />
    </Modal>
  )
}

function TypeForm({ type, types, onClose }: Editing) {
  const { form, refusal, onSubmit, isSaving } = useTaskTypeForm({ type, types, onSaved: onClose })
  const isFaulty = Object.keys(form.errors).length > 0
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {refusal && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        <TaskTypeFormFields form={form} others={types.filter(({ id }) => id !== type?.id)} />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving} disabled={isFaulty}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
