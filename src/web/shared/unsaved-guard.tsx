import { useDidUpdate, useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import type { NewDraft } from '../data/draft-store.ts'
import { useAuth, useAuthStore } from '../data/use-auth.ts'
import { useDraftStore } from '../data/use-drafts.ts'
import { DiscardDialog } from '../ui/discard-dialog.tsx'

interface Props {
  /** Draft for the changes; undefined for changes that must not be stored, such as a secret. */
  draft: Pick<NewDraft, 'key' | 'label'> | undefined
  /** The unsaved changes; null if there are none. */
  unsaved: object | null
  stackId?: string
}

/**
 * Protects unsaved changes while a form is open. Navigation to another screen, including Back, asks first. The browser itself
 * asks before the page is closed or reloaded. When the session ends, the changes are kept as a draft without a question. Mount
 * at most one guard, because the router supports a single blocker. Mount it before the first change: a blocker takes two
 * renders to register, which may be too late for a Back.
 */
export function UnsavedGuard({ draft, unsaved, stackId }: Props) {
  const auth = useAuthStore()
  const mustAsk = () => unsaved !== null && auth.snapshot().isAuthenticated
  const blocksLeaving: BlockerFunction = (to) => mustAsk() && leavesScreen(to)
  const { state, proceed, reset } = useBlocker(blocksLeaving)
  useWindowEvent('beforeunload', (event) => {
    if (mustAsk()) event.preventDefault()
  })
  // Do not keep changes that the user has just discarded, even if the check before the next screen ends the session.
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
  // Drop the draft after a sign-in in another tab, because the form still has the changes.
  useDidUpdate(() => {
    if (key && unsaved && isAuthenticated) drafts.drop(key)
  }, [isAuthenticated])
}

/** Whether a navigation leaves the screen. Changes of the query string, such as filters, do not. */
const leavesScreen: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname
