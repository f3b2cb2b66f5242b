import { useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'

interface UnsavedGuard {
  /** Someone is about to go to another screen and waits for an answer. */
  isLeaving: boolean
  leave: () => void
  stay: () => void
}

/**
 * Keeps what is not saved for as long as it is used: going to another screen, also by Back, waits for `leave` or `stay`,
 * and before the page is closed or loaded again the browser asks by itself. To be used once at a time: a router asks only
 * one guard.
 */
export function useUnsavedGuard(): UnsavedGuard {
  const { state, proceed, reset } = useBlocker(isToAnotherScreen)
  useEffect(() => {
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [])
  return { isLeaving: state === 'blocked', leave: () => proceed?.(), stay: () => reset?.() }
}

/** A filter or a view that changes in the address leaves the screen with its forms where it is. */
const isToAnotherScreen: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
