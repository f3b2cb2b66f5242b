import { useDidUpdate, useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import type { NewDraft } from '../data/draft-store.ts'
import { useAuth, useAuthStore } from '../data/use-auth.ts'
import { useDraftStore } from '../data/use-drafts.ts'
import { DiscardDialog } from '../ui/discard-dialog.tsx'

interface Props {
  /** Names the draft of the changes; undefined for changes that are kept nowhere, such as a secret. */
  draft: Pick<NewDraft, 'key' | 'label'> | undefined
  /** The unsaved changes; null if there are none. */
  unsaved: object | null
  stackId?: string
}

/**
 * Render while a form is open. With unsaved changes, navigation to another screen, including Back, asks first; the
 * browser itself asks before the page is closed or reloaded. When the session ends, nothing is asked: the changes are
 * kept as a draft. Mount at most one: the router supports a single blocker. It takes two renderings to register, so a
 * guard mounted with the first change can come too late for a Back.
 */
export function UnsavedGuard({ draft, unsaved, stackId }: Props) {
  const auth = useAuthStore()
  const mustAsk = () => unsaved !== null && auth.snapshot().isAuthenticated
  const blocksLeaving: BlockerFunction = (to) => mustAsk() && leavesScreen(to)
  const { state, proceed, reset } = useBlocker(blocksLeaving)
  useWindowEvent('beforeunload', (event) => {
    if (mustAsk()) event.preventDefault()
  })
  // The user has just discarded the changes; the check before the next screen may end the session.
  useKeptDraft(draft, { unsaved, isDiscarded: state === 'proceeding' })
  return (
    <DiscardDialog
      opened={state === 'blocked'}
      onDiscard={() => proceed?.()}
      onKeep={() => reset?.()}
      {...(stackId !== undefined && { stackId })}
    />
  )
}

interface KeptDraft extends Pick<Props, 'unsaved'> {
  isDiscarded: boolean
}

/** Keeps the changes as a draft while nobody is signed in. */
function useKeptDraft(draft: Props['draft'], { unsaved, isDiscarded }: KeptDraft): void {
  const { key, label } = draft ?? {}
  const { isAuthenticated } = useAuth()
  const drafts = useDraftStore()
  useEffect(() => {
    if (key && label && unsaved && !isAuthenticated && !isDiscarded) drafts.keep({ key, label, values: unsaved })
  }, [isAuthenticated, isDiscarded, drafts, key, label, unsaved])
  // After a sign-in in another tab, the form itself still has the changes.
  useDidUpdate(() => {
    if (key && unsaved && isAuthenticated) drafts.drop(key)
  }, [isAuthenticated])
}

/** Changes of the query string, such as filters, do not leave the screen. */
const leavesScreen: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname
