import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { reloadTasks } from '../data/task-cache.ts'
import { call } from '../lib/call.ts'
import { messageOf } from '../lib/call-error.ts'
import { invalidate } from '../lib/route-query.ts'
import { toast, toastFailure } from '../lib/toast.tsx'
import { ActionButton } from './action-button.tsx'
import { FieldChanges } from './field-changes.tsx'
import { PlanDialog } from './plan-dialog.tsx'

/** Puts a task back as it was before a change, after showing what that changes. */
export function PutBack({ taskId, changeId }: { taskId: number; changeId: number }) {
  const queryClient = useQueryClient()
  const [isOpen, dialog] = useDisclosure()
  const params = { id: taskId, change: changeId }
  const apply = async () => {
    try {
      await call(api.taskVersions.putBack, { params })
      toast.success('Task put back')
    } catch (error) {
      toastFailure(error, { message: messageOf(error, 'Failed to put the task back') })
    }
    await Promise.all([reloadTasks(queryClient), invalidate(queryClient, api.tasks.get, api.activity.list)])
  }
  return (
    <>
      <ActionButton size="compact-xs" variant="default" mt={4} onPress={dialog.open}>
        Put back as before
      </ActionButton>
      <PlanDialog
        opened={isOpen}
        title="Put back as before this change"
        confirmLabel="Put back"
        readPlan={() => call(api.taskVersions.planPutBack, { params })}
        problemOf={({ problem }) => problem}
        apply={apply}
        onClose={dialog.close}
      >
        {({ changes }) => (
          <Text component="div" size="sm">
            <Text size="sm" mb="xs">
              This takes back the change and the later ones. It can be put back too.
            </Text>
            <FieldChanges changes={changes} />
          </Text>
        )}
      </PlanDialog>
    </>
  )
}
