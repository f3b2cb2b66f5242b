import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useAction } from '../lib/action.ts'
import { ActionButton } from './action-button.tsx'
import { Dialog } from './dialog.tsx'

export interface Confirmation {
  opened: boolean
  title: string
  /** Describes the effect, with exact counts. */
  children: ReactNode
  confirmLabel: string
  /** Defaults to "Cancel". */
  cancelLabel?: string
  /** Red confirm button, for actions that delete or end something. */
  isDangerous?: boolean
  isConfirmDisabled?: boolean
  /** ID in a Modal.Stack, for a dialog on top of another dialog. */
  stackId?: string
  /** Performs the action. The dialog stays open and shows its progress until the promise settles. */
  onConfirm: () => unknown
  onClose: () => void
}

/** The dialog behind `ConfirmDialog`, loaded on demand. */
export function ConfirmModal(props: Confirmation) {
  const { title, children, confirmLabel, isDangerous = false } = props
  const { isPending, act: confirm } = useAction(['confirm', useId()], async () => props.onConfirm())
  return (
    <Dialog
      opened={props.opened}
      onClose={() => !isPending && props.onClose()}
      title={title}
      {...(props.stackId !== undefined && { stackId: props.stackId })}
    >
      <Stack gap="lg">
        {typeof children === 'string' ? <Text size="sm">{children}</Text> : <div>{children}</div>}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={props.onClose}
            disabled={isPending}
            data-autofocus={isDangerous || undefined}
          >
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <ActionButton
            {...(isDangerous && { color: 'red' })}
            onPress={confirm}
            isPending={isPending}
            disabled={props.isConfirmDisabled ?? false}
            data-autofocus={!isDangerous || undefined}
          >
            {confirmLabel}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
