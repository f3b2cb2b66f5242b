import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Hold } from '#contract/hold.ts'
import { alwaysAllow } from '#domain/guards/always-allow.ts'
import { pluralize } from '#domain/pluralize.ts'
import { taskTypesQuery } from '../data/task-types.ts'
import { type ActionKey, actOnce, useIsPending } from '../lib/action.ts'
import { call } from '../lib/call.ts'
import { readMessage } from '../lib/call-error.ts'
import { readNow } from '../lib/read-schedule.ts'
import { toast, toastFailure } from '../lib/toast.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface Props {
  /** The name of the task's type. */
  typeName: string
  /** Name of the task, if several tasks are listed. */
  name?: string
  rules: Hold['rules']
}

/** Button that changes the rules of the task's type to allow the findings; nothing if no rule can allow them. */
export function AlwaysAllow({ typeName, name, rules }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure(false)
  const key: ActionKey = ['always-allow', typeName]
  const isPending = useIsPending(key)
  const allowance = alwaysAllow(rules)
  const { data: types } = useQuery({ ...taskTypesQuery(), enabled: allowance !== undefined })
  const type = types?.find(({ name }) => name === typeName)
  if (!allowance || !type) return null
  const allow = async () => {
    await actOnce(queryClient, key, async () => {
      try {
        await call(api.taskTypes.update, { params: { id: type.id }, body: allowance })
        toast.success(`${typeName} allows this from now on.`)
      } catch (error) {
        toastFailure(error, { message: readMessage(error, 'Failed to save the task type') })
      }
      await readNow(queryClient, api.taskTypes.list)
    })
    close()
  }
  const { on_column_change, hold_loss_percent } = allowance
  return (
    <>
      <ActionButton
        variant="subtle"
        size="xs"
        {...(name !== undefined && { 'aria-label': `Always allow this: ${name}` })}
        isPending={isPending}
        onPress={open}
      >
        Always allow this
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        title="Always allow this"
        confirmLabel="Always allow this"
        onConfirm={allow}
        onClose={close}
      >
        <Text size="sm">
          This changes the rules of the type &quot;{typeName}&quot;, and so of {pluralize(type.tasks_count, 'task')}.{' '}
          {on_column_change && 'Missing, moved and renamed columns are copied without asking. '}
          {hold_loss_percent !== undefined && `Up to ${hold_loss_percent} % may vanish or change without asking.`}
        </Text>
      </ConfirmDialog>
    </>
  )
}
