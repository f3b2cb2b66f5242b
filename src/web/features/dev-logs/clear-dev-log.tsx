import { useDisclosure } from '@mantine/hooks'
import { IconEraser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { adminRights } from '#contract/admin-rights.ts'
import { api } from '#contract/api.ts'
import { devLogLinesQuery } from '../../data/dev-logs.ts'
import { call } from '../../lib/call.ts'
import { readStatus } from '../../lib/call-error.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { ReservedButton } from '../../shared/reserved-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Clears a log file after a confirmation. */
export function ClearDevLog({ file }: { file: string }) {
  const [isConfirming, confirmation] = useDisclosure()
  const clear = useClearDevLog(file)
  return (
    <>
      <ReservedButton
        adminRight={adminRights.clearServerLogs}
        variant="default"
        leftSection={<IconEraser size={16} aria-hidden />}
        onPress={confirmation.open}
      >
        Clear Logs
      </ReservedButton>
      <ConfirmDialog
        opened={isConfirming}
        title="Clear Logs"
        confirmLabel="Clear"
        isDangerous
        onConfirm={() => clear().then(confirmation.close)}
        onClose={confirmation.close}
      >
        {`All lines in ${file} will be deleted for good.`}
      </ConfirmDialog>
    </>
  )
}

function useClearDevLog(file: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    try {
      await call(api.devLogs.clear, { query: { file } })
      queryClient.setQueryData(devLogLinesQuery(file).queryKey, [])
      toast.success('Logs cleared')
    } catch (error) {
      if (readStatus(error) === 404) toast.info('Log file not found, nothing to clear')
      else toastFailure(error, { message: 'Error clearing logs' })
    }
  }
}
