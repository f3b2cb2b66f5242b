import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Ends the user's access, here and at the provider, after a confirmation. */
export function Disconnect() {
  const [isConfirming, confirmation] = useDisclosure()
  const queryClient = useQueryClient()
  const disconnect = async () => {
    try {
      const { status, message } = await call(api.access.disconnect)
      toast[status](message)
    } catch (error) {
      toastFailure(error, { message: 'Failed to disconnect' })
    }
    await readNow(queryClient, api.access.get)
    confirmation.close()
  }
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={confirmation.open}>
        Disconnect
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title="Disconnect my spreadsheets"
        confirmLabel="Disconnect"
        onConfirm={disconnect}
        onClose={confirmation.close}
      >
        Tasks that use your account will fail until you connect again or another account is listed in them. Google
        revokes all access that you granted to this app&rsquo;s OAuth client, also for other installations that use it.
      </ConfirmDialog>
    </>
  )
}
