import { type ButtonProps, Group } from '@mantine/core'
import { useId } from 'react'
import { useAction } from '../lib/action.ts'
import { ActionButton } from './action-button.tsx'

/** Button below a list that loads its next page. */
export function ShowOlder({ onPress, size }: { onPress: () => unknown } & Pick<ButtonProps, 'size'>) {
  const { isPending, act } = useAction(['show-older', useId()], async () => {
    await onPress()
  })
  return (
    <Group justify="center">
      <ActionButton variant="default" {...(size && { size })} isPending={isPending} onPress={act}>
        Show older
      </ActionButton>
    </Group>
  )
}
