import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'

export interface Confirmation {
  opened: boolean
  title: string
  /** What will happen, with exact counts. */
  children: ReactNode
  confirmLabel: string
  /** Defaults to "Cancel". */
  cancelLabel?: string
  /** Red confirm button, for actions that cannot be undone. */
  isDangerous?: boolean
  isBusy?: boolean
  isConfirmDisabled?: boolean
  /** Its id in a Modal.Stack, when it opens on top of another dialog. */
  stackId?: string
  onConfirm: () => void
  onClose: () => void
}

/** The dialog behind `ConfirmDialog`, loaded on demand. */
export function ConfirmModal(props: Confirmation) {
  const { title, children, confirmLabel, isDangerous = false, isBusy = false } = props
  // A modal that mounts already open does not return focus when it closes, so it opens one render later.
  const isMounted = useMounted()
  return (
    <Modal
      opened={props.opened && isMounted}
      onClose={props.onClose}
      title={title}
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
      {...(props.stackId !== undefined && { stackId: props.stackId })}
    >
      <Stack gap="lg">
        {typeof children === 'string' ? <Text size="sm">{children}</Text> : <div>{children}</div>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose} disabled={isBusy} data-autofocus={isDangerous || undefined}>
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            {...(isDangerous && { color: 'red' })}
            onClick={props.onConfirm}
            loading={isBusy}
            disabled={props.isConfirmDisabled ?? false}
            data-autofocus={!isDangerous || undefined}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
