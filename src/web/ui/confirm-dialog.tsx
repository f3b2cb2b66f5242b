import { lazy, Suspense } from 'react'
import type { Confirmation } from './confirm-modal.tsx'
import { useFirstTouch } from './use-first-touch.ts'

const ConfirmModal = lazy(async () => ({ default: (await import('./confirm-modal.tsx')).ConfirmModal }))

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
