import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { NewDraft } from '../data/draft-store.ts'
import { useDraftStore } from '../data/use-drafts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DiscardDialog } from '../ui/discard-dialog.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** The events a form reports to its dialog. */
export interface FormEvents {
  /** Called on every change, with the values if they differ from the saved values. */
  onEdit: (unsaved: object | null) => void
  onSaved: () => void
  /** Closes the form, after a question if it has unsaved input. */
  onCancel: () => void
  /** Closes the form without asking. */
  onDiscard: () => void
}

interface Props extends Pick<ModalProps, 'opened' | 'title' | 'onClose'> {
  size?: string
  /** Draft for unsaved input. Without a draft, the input is lost when the session ends. */
  draft?: Pick<NewDraft, 'key' | 'label'>
  children: (events: FormEvents) => ReactNode
}

/** Dialog with a form. It asks before it closes with unsaved input. */
export function FormModal({ draft, children, onClose, ...modal }: Props) {
  const drafts = useDraftStore()
  const [unsaved, setUnsaved] = useState<object | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const edit = (values: object | null) => {
    setUnsaved(values)
    if (values === null && draft) drafts.drop(draft.key)
  }
  const close = () => {
    setIsConfirming(false)
    edit(null)
    onClose()
  }
  const confirmAndClose = () => (unsaved ? setIsConfirming(true) : close())
  return (
    <Modal.Stack>
      <Dialog {...modal} stackId="form" onClose={confirmAndClose}>
        {children({ onEdit: edit, onSaved: close, onCancel: confirmAndClose, onDiscard: close })}
      </Dialog>
      <DiscardDialog stackId="discard" opened={isConfirming} onDiscard={close} onKeep={() => setIsConfirming(false)} />
      {modal.opened && <UnsavedGuard draft={draft} unsaved={unsaved} stackId="leave" />}
    </Modal.Stack>
  )
}
