import { lazy, type ReactNode, Suspense } from 'react'
import { useFirstTouch } from './use-first-touch.ts'

const ConfirmModal = lazy(async () => ({ default: (await import('./confirm-modal.tsx')).ConfirmModal }))

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

/** Asks before something is done; the first focus is on Cancel when it is dangerous. */
export function ConfirmDialog(props: Confirmation) {
  const isTouched = useFirstTouch()
  if (!isTouched && !props.opened) return null
  return (
    <Suspense fallback={null}>
      <ConfirmModal {...props} />
    </Suspense>
  )
}
