import { useUnsavedGuard } from '../lib/use-unsaved-guard.ts'
import { DiscardDialog } from './discard-dialog.tsx'

/** Render while there are unsaved changes: asks before the user leaves the screen. At most one may be mounted. */
export function UnsavedGuard({ stackId }: { stackId?: string }) {
  const { isLeaving, leave, stay } = useUnsavedGuard()
  return (
    <DiscardDialog opened={isLeaving} onDiscard={leave} onKeep={stay} {...(stackId !== undefined && { stackId })} />
  )
}
