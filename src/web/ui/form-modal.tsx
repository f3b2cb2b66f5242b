import { Modal, type ModalProps } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { DiscardDialog } from './discard-dialog.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** What a form tells the dialog that it stands in. */
export interface FormEvents {
  /** To be told with every change whether something differs from what is saved. */
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
  onCancel: () => void
}

interface Props extends Pick<ModalProps, 'opened' | 'title' | 'onClose'> {
  size?: string
  children: (events: FormEvents) => ReactNode
}

/** A dialog with a form. What was typed is kept until it is saved or given up on purpose. */
export function FormModal({ children, onClose, ...modal }: Props) {
  const [isDirty, setIsDirty] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  // The modal's own return fails when it closes together with the question that stands over it.
  const returnFocus = useFocusReturn({ opened: modal.opened, shouldReturnFocus: false })
  const close = () => {
    setIsAsking(false)
    setIsDirty(false)
    onClose()
  }
  const askOrClose = () => (isDirty ? setIsAsking(true) : close())
  return (
    <Modal.Stack>
      <Modal {...modal} stackId="form" onClose={askOrClose} onExitTransitionEnd={returnFocus}>
        {children({ onDirty: setIsDirty, onSaved: close, onCancel: askOrClose })}
      </Modal>
      <DiscardDialog stackId="discard" opened={isAsking} onDiscard={close} onKeep={() => setIsAsking(false)} />
      {isDirty && <UnsavedGuard stackId="leave" />}
    </Modal.Stack>
  )
}
