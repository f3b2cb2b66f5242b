import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  opened: boolean
  /** ID in a Modal.Stack. */
  stackId?: string
  onDiscard: () => void
  onKeep: () => void
}

/** Asks before unsaved input is discarded. */
export function DiscardDialog({ onDiscard, onKeep, ...dialog }: Props) {
  return (
    <ConfirmDialog
      {...dialog}
      title="Discard changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      isDangerous
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      Your unsaved changes will be lost.
    </ConfirmDialog>
  )
}
