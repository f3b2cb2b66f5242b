import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { formatAddress } from '#contract/format-address.ts'
import { send } from '../lib/call.ts'
import { readStatus } from '../lib/call-error.ts'
import { raiseOutage } from '../lib/outage.ts'
import { openPush, type ReceivedMessage } from '../lib/push.ts'
import { applyPushMessage } from './apply-push-event.ts'
import { findLiveState } from './live-state.ts'
import { revalidate } from './revalidate.ts'

/** Rate of events. With `slow`, a hidden page receives only the progress of tasks, and polls once it is visible. */
type Pace = 'live' | 'slow'

/** Keeps the cache up to date by pushed events, until the returned function is called. */
export function followChanges(queryClient: QueryClient, pace: Pace): () => void {
  const live = findLiveState(queryClient)

  function onMessage({ events, position, isAfterGap }: ReceivedMessage): void {
    applyPushMessage(queryClient, events)
    if (pace === 'slow') return
    if (!isAfterGap && live.position !== undefined) live.position = position
    else if (!isAfterGap && live.revalidating !== undefined) live.revalidating = position
    else void revalidate(queryClient, position)
  }

  function onLost(): void {
    const { position } = live
    if (position !== undefined) for (const hash of live.readAt.keys()) live.readAt.set(hash, position)
    live.position = undefined
    live.revalidating = undefined
  }

  /** Reports an outage only if the server does not respond at all. A stream also ends when its node hands it to another. */
  function onBroken(): void {
    onLost()
    send(api.auth.check, {}).catch((error) => readStatus(error) === undefined && raiseOutage())
  }

  const close = openPush(formatAddress(api.events.stream, { query: { pace } }), { onMessage, onLost: onBroken })
  return () => {
    onLost()
    close()
  }
}
