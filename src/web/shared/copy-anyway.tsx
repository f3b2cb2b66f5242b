import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconShieldOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { pluralize } from '#domain/pluralize.ts'
import { acceptHolds, acceptKey } from '../data/holds.ts'
import { actOnce, useIsPending } from '../lib/action.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface Props {
  /** Holds to accept. Their facts are shown beside the button. */
  ids: readonly number[]
  /** The task, if there is only one. */
  name?: string
}

/** Copies held tasks anyway, after confirmation. */
export function CopyAnyway({ ids, name }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure(false)
  const isPending = useIsPending(acceptKey(ids))
  const confirm = async () => {
    await actOnce(queryClient, acceptKey(ids), () => acceptHolds(queryClient, ids))
    close()
  }
  const label = ids.length === 1 ? 'Copy anyway' : `Copy all ${ids.length} anyway`
  return (
    <>
      <ActionButton
        variant="default"
        size="xs"
        leftSection={<IconShieldOff size={14} aria-hidden />}
        {...(name !== undefined && { 'aria-label': `Copy anyway: ${name}` })}
        isPending={isPending}
        onPress={open}
      >
        {label}
      </ActionButton>
      <ConfirmDialog opened={isAsking} title="Copy anyway" confirmLabel={label} onConfirm={confirm} onClose={close}>
        <Text size="sm">
          {name === undefined ? pluralize(ids.length, 'task') : `"${name}"`} will be copied as the source is now, which
          overwrites the target and deletes from it what is no longer in the source. If a run finds more than what is
          listed here, it is held again.
        </Text>
      </ConfirmDialog>
    </>
  )
}
