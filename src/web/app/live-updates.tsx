import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SECOND_MS } from '#domain/time.ts'
import { followChanges } from '../data/follow-changes.ts'

/** Delay before a hidden page receives fewer events. */
const HIDDEN_AFTER_MS = 30 * SECOND_MS

/** Applies pushed events while mounted. It is mounted while the user is signed in. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const pace = useIsInBackground() ? 'slow' : 'live'
  useEffect(() => followChanges(queryClient, pace), [queryClient, pace])
  return null
}

/** Whether nobody has looked at the page for a while. */
function useIsInBackground(): boolean {
  const isHidden = useDocumentVisibility() === 'hidden'
  const [isInBackground, setIsInBackground] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsInBackground(isHidden), isHidden ? HIDDEN_AFTER_MS : 0)
    return () => clearTimeout(timer)
  }, [isHidden])
  return isInBackground
}
