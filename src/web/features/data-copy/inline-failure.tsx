import { Alert, Group } from '@mantine/core'
import { useId } from 'react'
import { useAction } from '../../lib/action.ts'
import { ActionButton } from '../../ui/action-button.tsx'

/** Reports a failure to load, in place of the content, with a button to retry. */
export function InlineFailure({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  const { isPending, act } = useAction(['retry', useId()], async () => onRetry())
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between" gap="xs">
        <span>{message}</span>
        <ActionButton size="compact-sm" variant="default" isPending={isPending} onPress={act}>
          Try again
        </ActionButton>
      </Group>
    </Alert>
  )
}
