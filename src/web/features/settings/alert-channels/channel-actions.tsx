import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { adminRights } from '#contract/admin-rights.ts'
import type { AlertChannel } from '#contract/alert-channel.ts'
import { api } from '#contract/api.ts'
import { call } from '../../../lib/call.ts'
import { readNow } from '../../../lib/read-schedule.ts'
import { toastFailure } from '../../../lib/toast.tsx'
import { ReservedButton } from '../../../shared/reserved-button.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TestOutcome, useTestAlert } from '../test-alert.tsx'
import { ChannelModal, type ChannelSettings } from './channel-modal.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { NewSigningSecret } from './new-signing-secret.tsx'

/** The buttons of a channel, and the answer to its last test. */
export function ChannelActions({ channel, ...settings }: ChannelSettings & { channel: AlertChannel }) {
  const { id, name, kind } = channel
  const [isEditing, editing] = useDisclosure()
  const [isLogOpen, log] = useDisclosure()
  const test = useTestAlert(['test-channel', id], () => call(api.alertChannels.test, { params: { id } }))
  return (
    <>
      <Group gap="xs">
        <ActionButton
          variant="default"
          size="xs"
          isPending={test.isPending}
          onPress={test.act}
          aria-label={`Send test to ${name}`}
        >
          Send test
        </ActionButton>
        <ActionButton variant="default" size="xs" onPress={log.open} aria-label={`Deliveries of ${name}`}>
          Deliveries
        </ActionButton>
        {kind === 'webhook' && <NewSigningSecret channel={channel} onSecret={settings.onSecret} />}
        <ReservedButton
          adminRight={adminRights.changeChannel}
          owner={channel.created_by}
          variant="default"
          size="xs"
          onPress={editing.open}
          aria-label={`Edit ${name}`}
        >
          Edit
        </ReservedButton>
        <DeleteChannel channel={channel} />
      </Group>
      <TestOutcome result={test.result} />
      <ChannelModal opened={isEditing} channel={channel} onClose={editing.close} {...settings} />
      <DeliveryLog opened={isLogOpen} channel={channel} onClose={log.close} />
    </>
  )
}

function DeleteChannel({ channel: { id, name, created_by } }: { channel: AlertChannel }) {
  const queryClient = useQueryClient()
  const [isConfirming, confirmation] = useDisclosure()
  const remove = async () => {
    try {
      await call(api.alertChannels.remove, { params: { id } })
    } catch (error) {
      toastFailure(error, { message: 'Failed to delete the channel' })
    }
    await readNow(queryClient, api.alertChannels.list)
    confirmation.close()
  }
  return (
    <>
      <ReservedButton
        adminRight={adminRights.deleteChannel}
        owner={created_by}
        variant="default"
        size="xs"
        onPress={confirmation.open}
        aria-label={`Delete ${name}`}
      >
        Delete
      </ReservedButton>
      <ConfirmDialog
        opened={isConfirming}
        title="Delete channel"
        confirmLabel="Delete"
        isDangerous
        onConfirm={remove}
        onClose={confirmation.close}
      >
        {`‘${name}’ gets no more alerts, and its deliveries are deleted. This cannot be undone.`}
      </ConfirmDialog>
    </>
  )
}
