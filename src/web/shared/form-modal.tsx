import { Modal, type ModalProps } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { NewDraft } from '../data/draft-store.ts'
import { useDraftStore } from '../data/use-drafts.ts'
import { DiscardDialog } from '../ui/discard-dialog.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** The events that a form reports to its dialog. */
export interface FormEvents {
  /** Called on every change, with the values if they differ from what is saved. */
  onEdit: (unsaved: object | null) => void
  onSaved: () => void
  /** Asks before it closes with unsaved input. */
  onCancel: () => void
  /** Closes without asking. */
  onDiscard: () => void
}

interface Props extends Pick<ModalProps, 'opened' | 'title' | 'onClose'> {
  size?: string
  /** Names the draft of unsaved input. */
  draft: Pick<NewDraft, 'key' | 'label'>
  children: (events: FormEvents) => ReactNode
}

/** A dialog with a form. It asks before closing with unsaved input. */
export function FormModal({ draft, children, onClose, ...modal }: Props) {
  const drafts = useDraftStore()
  const [unsaved, setUnsaved] = useState<object | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  // The modal's own focus return fails when it closes together with the discard dialog on top of it.
  const returnFocus = useFocusReturn({ opened: modal.opened, shouldReturnFocus: false })
  const edit = (values: object | null) => {
    setUnsaved(values)
    if (values === null) drafts.drop(draft.key)
  }
  const close = () => {
    setIsConfirming(false)
    edit(null)
    onClose()
  }
  const confirmAndClose = () => (unsaved ? setIsConfirming(true) : close())
  return (
    <Modal.Stack>
      <Modal {...modal} stackId="form" onClose={confirmAndClose} onExitTransitionEnd={returnFocus}>
        {children({ onEdit: edit, onSaved: close, onCancel: confirmAndClose, onDiscard: close })}
      </Modal>
      <DiscardDialog stackId="discard" opened={isConfirming} onDiscard={close} onKeep={() => setIsConfirming(false)} />
      {modal.opened && <UnsavedGuard draft={draft} unsaved={unsaved} stackId="leave" />}
    </Modal.Stack>
  )
}
