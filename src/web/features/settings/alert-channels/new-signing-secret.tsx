import { useDisclosure } from '@mantine/hooks'
import { adminRights } from '#contract/admin-rights.ts'
import type { AlertChannel } from '#contract/alert-channel.ts'
import { api } from '#contract/api.ts'
import { call } from '../../../lib/call.ts'
import { toastFailure } from '../../../lib/toast.tsx'
import { ReservedButton } from '../../../shared/reserved-button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { ChannelSettings } from './channel-modal.tsx'

/** Replaces the signing secret of a webhook, after a confirmation. */
export function NewSigningSecret({
  channel: { id, name, created_by },
  onSecret,
}: Pick<ChannelSettings, 'onSecret'> & { channel: AlertChannel }) {
  const [isConfirming, confirmation] = useDisclosure()
  const replace = async () => {
    try {
      const { signing_secret } = await call(api.alertChannels.replaceSecret, { params: { id } })
      onSecret(name, signing_secret)
    } catch (error) {
      toastFailure(error, { message: 'Failed to replace the signing secret' })
    }
    confirmation.close()
  }
  return (
    <>
      <ReservedButton
        adminRight={adminRights.replaceSecret}
        owner={created_by}
        variant="default"
        size="xs"
        onPress={confirmation.open}
        aria-label={`New signing secret for ${name}`}
      >
        New signing secret
      </ReservedButton>
      <ConfirmDialog
        opened={isConfirming}
        title="New signing secret"
        confirmLabel="Replace"
        isDangerous
        onConfirm={replace}
        onClose={confirmation.close}
      >
        {`Programs that check alerts of ‘${name}’ refuse them until they know the new secret.`}
      </ConfirmDialog>
    </>
  )
}
