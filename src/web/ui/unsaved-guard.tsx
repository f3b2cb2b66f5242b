import { useDidUpdate, useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import type { NewDraft } from '../data/draft-store.ts'
import { useAuth, useAuthStore } from '../data/use-auth.ts'
import { useDraftStore } from '../data/use-drafts.ts'
import { DiscardDialog } from './discard-dialog.tsx'

interface Props {
  /** The unsaved changes. */
  draft: NewDraft
  stackId?: string
}

/**
 * Render while there are unsaved changes. Navigation to another screen, including Back, asks first; the browser itself
 * asks before the page is closed or reloaded. When the session ends, nothing is asked: the changes are kept as a draft.
 * Mount at most one: the router supports a single blocker.
 */
export function UnsavedGuard({ draft, stackId }: Props) {
  const auth = useAuthStore()
  const blocksLeaving: BlockerFunction = (to) => auth.snapshot().isAuthenticated && leavesScreen(to)
  const { state, proceed, reset } = useBlocker(blocksLeaving)
  useWindowEvent('beforeunload', (event) => {
    if (auth.snapshot().isAuthenticated) event.preventDefault()
  })
  // The user has just discarded the changes; the check before the next screen may end the session.
  useKeptDraft(draft, { isDiscarded: state === 'proceeding' })
  return (
    <DiscardDialog
      opened={state === 'blocked'}
      onDiscard={() => proceed?.()}
      onKeep={() => reset?.()}
      {...(stackId !== undefined && { stackId })}
    />
  )
}

/** Keeps the changes as a draft while nobody is signed in. */
function useKeptDraft({ key, label, values }: NewDraft, { isDiscarded }: { isDiscarded: boolean }): void {
  const { isAuthenticated } = useAuth()
  const drafts = useDraftStore()
  useEffect(() => {
    if (!isAuthenticated && !isDiscarded) drafts.keep({ key, label, values })
  }, [isAuthenticated, isDiscarded, drafts, key, label, values])
  // After a sign-in in another tab, the form itself still has the changes.
  useDidUpdate(() => {
    if (isAuthenticated) drafts.drop(key)
  }, [isAuthenticated])
}

/** Changes of the query string, such as filters, do not leave the screen. */
const leavesScreen: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname
