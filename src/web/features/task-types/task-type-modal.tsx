import { Alert, Button, Group, Stack } from '@mantine/core'
import type { TaskType } from '#contract/task-type.ts'
import { type FormEvents, FormModal } from '../../ui/form-modal.tsx'
import { TaskTypeFormFields } from './task-type-form-fields.tsx'
import { useTaskTypeForm } from './use-task-type-form.ts'

interface Editing {
  /** The type to change, null for a new one. */
  type: TaskType | null
  types: readonly TaskType[]
}

interface Props extends Editing {
  opened: boolean
  onClose: () => void
}

/** Adds a type or changes one. */
export function TaskTypeModal({ opened, onClose, ...editing }: Props) {
  const title = editing.type ? 'Edit Sync Task Type' : 'Add Sync Task Type'
  return (
    <FormModal opened={opened} onClose={onClose} title={title}>
      {(events) => <TypeForm {...editing} {...events} />}
    </FormModal>
  )
}

function TypeForm({ type, types, onDirty, onSaved, onCancel }: Editing & FormEvents) {
  const { form, refusal, onSubmit, isSaving } = useTaskTypeForm({ type, types, onDirty, onSaved })
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
          <Button variant="default" onClick={onCancel} disabled={isSaving}>
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
