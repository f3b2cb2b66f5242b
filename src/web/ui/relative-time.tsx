import { formatRelative } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { ExactTime } from './exact-time.tsx'

const RENEW_MS = 30_000

/** How long ago a moment was; its exact time, in the schedule's zone, on hover. `empty` stands for no moment. */
export function RelativeTime({ at, empty = '-' }: { at: string | null | undefined; empty?: string }) {
  const nowMs = useNow(RENEW_MS)
  return at ? <ExactTime at={at}>{formatRelative(at, nowMs)}</ExactTime> : empty
}
