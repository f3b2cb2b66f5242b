import { useWindowEvent } from '@mantine/hooks'
import { type BlockerFunction, useBlocker } from 'react-router'
import { DiscardDialog } from './discard-dialog.tsx'

/**
 * Render while there are unsaved changes. Navigation to another screen, including Back, asks first; the browser itself
 * asks before the page is closed or reloaded. Mount at most one: the router supports a single blocker.
 */
export function UnsavedGuard({ stackId }: { stackId?: string }) {
  const { state, proceed, reset } = useBlocker(leavesScreen)
  useWindowEvent('beforeunload', (event) => event.preventDefault())
  return (
    <DiscardDialog
      opened={state === 'blocked'}
      onDiscard={() => proceed?.()}
      onKeep={() => reset?.()}
      {...(stackId !== undefined && { stackId })}
    />
  )
}

/** Changes of the query string, such as filters, do not leave the screen. */
const leavesScreen: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname
