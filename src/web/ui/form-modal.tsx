import { Modal, type ModalProps } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { DiscardDialog } from './discard-dialog.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** What a form reports to its dialog. */
export interface FormEvents {
  /** Called on every change: whether the form differs from what is saved. */
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
  onCancel: () => void
}

interface Props extends Pick<ModalProps, 'opened' | 'title' | 'onClose'> {
  size?: string
  children: (events: FormEvents) => ReactNode
}

/** A dialog with a form. It asks before closing with unsaved input. */
export function FormModal({ children, onClose, ...modal }: Props) {
  const [isDirty, setIsDirty] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  // The modal's own focus return fails when it closes together with the discard dialog on top of it.
  const returnFocus = useFocusReturn({ opened: modal.opened, shouldReturnFocus: false })
  const close = () => {
    setIsConfirming(false)
    setIsDirty(false)
    onClose()
  }
  const confirmAndClose = () => (isDirty ? setIsConfirming(true) : close())
  return (
    <Modal.Stack>
      <Modal {...modal} stackId="form" onClose={confirmAndClose} onExitTransitionEnd={returnFocus}>
        {children({ onDirty: setIsDirty, onSaved: close, onCancel: confirmAndClose })}
      </Modal>
      <DiscardDialog stackId="discard" opened={isConfirming} onDiscard={close} onKeep={() => setIsConfirming(false)} />
      {isDirty && <UnsavedGuard stackId="leave" />}
    </Modal.Stack>
  )
}
