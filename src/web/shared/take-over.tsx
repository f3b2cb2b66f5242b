import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { pluralize } from '#domain/pluralize.ts'
import { takeOver, takeOverKey } from '../data/holds.ts'
import { actOnce, useIsPending } from '../lib/action.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface Props {
  /** The holds of tasks whose owner left. */
  ids: readonly number[]
  /** The task, if there is only one. */
  name?: string
}

/** Makes the signed-in person the owner of tasks whose owner left, after confirmation. */
export function TakeOver({ ids, name }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure(false)
  const isPending = useIsPending(takeOverKey(ids))
  const confirm = async () => {
    await actOnce(queryClient, takeOverKey(ids), () => takeOver(queryClient, ids))
    close()
  }
  const label = ids.length === 1 ? 'Take over' : `Take over all ${ids.length}`
  return (
    <>
      <ActionButton
        variant="default"
        size="xs"
        leftSection={<IconUserCheck size={14} aria-hidden />}
        {...(name !== undefined && { 'aria-label': `Take over: ${name}` })}
        isPending={isPending}
        onPress={open}
      >
        {label}
      </ActionButton>
      <ConfirmDialog opened={isAsking} title="Take over" confirmLabel={label} onConfirm={confirm} onClose={close}>
        <Text size="sm">
          You become the owner of {name === undefined ? pluralize(ids.length, 'task') : `"${name}"`}. Where there is no
          shared account and no other account is listed, your access to spreadsheets is used. Accounts of people who
          left are removed, and runs that were held are repeated now.
        </Text>
      </ConfirmDialog>
    </>
  )
}
