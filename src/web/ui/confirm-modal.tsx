import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'

export interface Confirmation {
  opened: boolean
  title: string
  /** What is about to happen, with its exact counts. */
  children: ReactNode
  confirmLabel: string
  /** What not doing it is called; Cancel when left out. */
  cancelLabel?: string
  /** Red, for what cannot be undone. */
  isDangerous?: boolean
  isBusy?: boolean
  isConfirmDisabled?: boolean
  /** Names it within a Modal.Stack, where it opens over another dialog. */
  stackId?: string
  onConfirm: () => void
  onClose: () => void
}

/** The dialog of a `ConfirmDialog`. */
export function ConfirmModal(props: Confirmation) {
  const { title, children, confirmLabel, isDangerous = false, isBusy = false } = props
  const isMounted = useIsMounted()
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

/** A modal that is open when it is mounted would not give the focus back to where it came from. */
function useIsMounted(): boolean {
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  return isMounted
}
