import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  opened: boolean
  /** Names it within a Modal.Stack. */
  stackId?: string
  onDiscard: () => void
  onKeep: () => void
}

/** Asks before something typed is given up. */
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
      What you have changed has not been saved.
    </ConfirmDialog>
  )
}
