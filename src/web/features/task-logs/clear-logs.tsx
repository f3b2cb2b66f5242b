import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEraser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { pluralize } from '#domain/pluralize.ts'
import { taskLogsQuery } from '../../data/task-logs.ts'
import { call } from '../../lib/call.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { toastFailure } from '../../lib/toast.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Clears a task's log after a confirmation. */
export function ClearLogs({ taskId, lineCount }: { taskId: number; lineCount: number }) {
  const queryClient = useQueryClient()
  const [isConfirming, confirmation] = useDisclosure()
  const clear = async () => {
    try {
      await call(api.taskLogs.clear, { params: { id: taskId } })
      queryClient.setQueryData(taskLogsQuery(taskId).queryKey, [])
      void readNow(queryClient, api.tasks.list)
    } catch (error) {
      toastFailure(error, { message: 'Failed to clear logs' })
    }
    confirmation.close()
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEraser size={16} aria-hidden />}
        disabled={lineCount === 0}
        onClick={confirmation.open}
      >
        Clear Logs
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title="Clear Logs"
        confirmLabel="Clear"
        isDangerous
        onConfirm={clear}
        onClose={confirmation.close}
      >
        {`${pluralize(lineCount, 'log line')} of this task will be deleted for good.`}
      </ConfirmDialog>
    </>
  )
}
