import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { SECOND_MS } from '#domain/time.ts'
import { liveStateOf } from './live-state.ts'

/** Time between two reads: while many tasks run, what a page shows may change many times a second. */
const REREAD_EVERY_MS = 2 * SECOND_MS

/**
 * Reads a cached reply again: at once when it was not lately, else as soon as the pause since then is over. Until then it
 * counts as outdated.
 */
export function rereadSoon(queryClient: QueryClient, queryKey: QueryKey): void {
  const { rereads } = liveStateOf(queryClient)
  void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  const hash = hashKey(queryKey)
  const earlier = rereads.get(hash)
  if (earlier?.isDue) return
  const reread = { atMs: Math.max(Date.now(), (earlier?.atMs ?? 0) + REREAD_EVERY_MS), isDue: true }
  rereads.set(hash, reread)
  setTimeout(() => {
    reread.isDue = false
    void queryClient.invalidateQueries({ queryKey, exact: true })
  }, reread.atMs - Date.now())
}
