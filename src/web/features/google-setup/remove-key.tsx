import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { adminRights } from '#contract/admin-rights.ts'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call.ts'
import { readMessage } from '../../lib/call-error.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { ReservedButton } from '../../shared/reserved-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Deletes the stored key, after a confirmation. */
export function RemoveKey() {
  const queryClient = useQueryClient()
  const [isConfirming, confirmation] = useDisclosure()
  const remove = async () => {
    try {
      await call(api.googleSetup.removeKey)
      toast.success('Key deleted')
    } catch (error) {
      toastFailure(error, { message: readMessage(error, 'The key could not be deleted') })
    }
    await readNow(queryClient, {})
    confirmation.close()
  }
  return (
    <>
      <ReservedButton
        adminRight={adminRights.deleteKey}
        size="compact-sm"
        variant="default"
        onPress={confirmation.open}
      >
        Delete key
      </ReservedButton>
      <ConfirmDialog
        opened={isConfirming}
        title="Delete key"
        confirmLabel="Delete key"
        isDangerous
        onConfirm={remove}
        onClose={confirmation.close}
      >
        Tasks that use the robot account fail until a key is stored again.
      </ConfirmDialog>
    </>
  )
}
