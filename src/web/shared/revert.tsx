import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { reloadTasks } from '../data/task-cache.ts'
import { call } from '../lib/call.ts'
import { readMessage } from '../lib/call-error.ts'
import { readNow } from '../lib/read-schedule.ts'
import { toast, toastFailure } from '../lib/toast.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { PreviewDialog } from '../ui/preview-dialog.tsx'
import { FieldChanges } from './field-changes.tsx'

/** Reverts a change of a task and the later changes, after a preview. */
export function Revert({ taskId, changeId }: { taskId: number; changeId: number }) {
  const queryClient = useQueryClient()
  const [isOpen, dialog] = useDisclosure()
  const params = { id: taskId, change: changeId }
  const apply = async () => {
    try {
      await call(api.taskChanges.revert, { params })
      toast.success('Change reverted')
    } catch (error) {
      toastFailure(error, { message: readMessage(error, 'Failed to revert the change') })
    }
    await Promise.all([reloadTasks(queryClient), readNow(queryClient, api.tasks.get, api.activity.list)])
  }
  return (
    <>
      <ActionButton size="compact-xs" variant="default" mt={4} onPress={dialog.open}>
        Revert this change
      </ActionButton>
      <PreviewDialog
        opened={isOpen}
        title="Revert this change"
        confirmLabel="Revert"
        readPreview={() => call(api.taskChanges.previewRevert, { params })}
        problemOf={({ problem }) => problem}
        apply={apply}
        onClose={dialog.close}
      >
        {({ changes }) => (
          <Text component="div" size="sm">
            <Text size="sm" mb="xs">
              This reverts the change and the later ones. You can revert that, too.
            </Text>
            <FieldChanges changes={changes} />
          </Text>
        )}
      </PreviewDialog>
    </>
  )
}
