import { useUnsavedGuard } from '../lib/use-unsaved-guard.ts'
import { DiscardDialog } from './discard-dialog.tsx'

/** Stands beside what is not saved yet, so that nobody leaves the screen without being asked. One at most may stand. */
export function UnsavedGuard({ stackId }: { stackId?: string }) {
  const { isLeaving, leave, stay } = useUnsavedGuard()
  return (
    <DiscardDialog opened={isLeaving} onDiscard={leave} onKeep={stay} {...(stackId !== undefined && { stackId })} />
  )
}
