import { lazy, Suspense } from 'react'
import type { Confirmation } from './confirm-modal.tsx'
import { useHasInteracted } from './use-has-interacted.ts'

const ConfirmModal = lazy(async () => ({ default: (await import('./confirm-modal.tsx')).ConfirmModal }))

/** Asks for confirmation. For a dangerous action, Cancel has the initial focus. */
export function ConfirmDialog(props: Confirmation) {
  const hasInteracted = useHasInteracted()
  if (!hasInteracted && !props.opened) return null
  return (
    <Suspense fallback={null}>
      <ConfirmModal {...props} />
    </Suspense>
  )
}
