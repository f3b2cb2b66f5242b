import { Alert, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { TaskType } from '#contract/task-type.ts'
import type { TrashEntry } from '#contract/trash.ts'
import { showDeleted, useRestoreNote } from '../../data/show-deleted.ts'
import { call } from '../../lib/call.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { toastFailure } from '../../lib/toast.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { deletionFailure } from './failure-messages.ts'

interface Props {
  opened: boolean
  type: TaskType | null
  onClose: () => void
}

/** Asks before a type is deleted. Blocks the deletion while tasks or other types use the type. */
export function DeleteTypeDialog({ opened, type, onClose }: Props) {
  const queryClient = useQueryClient()
  const restoreNote = useRestoreNote(1).trim()
  const remove = async (id: number) => {
    try {
      await call(api.taskTypes.remove, { params: { id } })
      const isThisType = ({ kind, names }: TrashEntry) => kind === 'type' && names[0] === type?.name
      showDeleted(queryClient, {
        message: 'Task type deleted successfully',
        restore: ({ restoreNewest }) => restoreNewest(isThisType),
      })
    } catch (error) {
      toastFailure(error, { message: deletionFailure(error) })
    }
    onClose()
    await readNow(queryClient, api.taskTypes.list)
  }
  if (!type) return null
  const { tasks_count: tasks, dependent_types_count: dependents } = type
  return (
    <ConfirmDialog
      opened={opened}
      title="Confirm Deletion"
      confirmLabel="Delete"
      isDangerous
      isConfirmDisabled={tasks > 0 || dependents > 0}
      onConfirm={() => remove(type.id)}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">{`Are you sure you want to delete the task type "${type.name}"?`}</Text>
        {restoreNote !== '' && <Text size="sm">{restoreNote}</Text>}
        {tasks > 0 && <Alert color="yellow">{`This type has ${tasks} tasks associated with it.`}</Alert>}
        {dependents > 0 && (
          <Alert color="yellow">{`Other task types depend on this one (${dependents} dependent types).`}</Alert>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
