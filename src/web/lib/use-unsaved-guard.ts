import { useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'

interface UnsavedGuard {
  /** The user is about to leave the screen and must confirm. */
  isLeaving: boolean
  leave: () => void
  stay: () => void
}

/**
 * Protects unsaved changes while mounted. Navigation to another screen, including Back, waits for `leave` or `stay`; the
 * browser itself asks before the page is closed or reloaded. Mount at most one: the router supports a single blocker.
 */
export function useUnsavedGuard(): UnsavedGuard {
  const { state, proceed, reset } = useBlocker(leavesScreen)
  useEffect(() => {
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [])
  return { isLeaving: state === 'blocked', leave: () => proceed?.(), stay: () => reset?.() }
}

/** Changes of the query string, such as filters, do not leave the screen. */
const leavesScreen: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
