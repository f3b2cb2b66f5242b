import { formatRelative } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { ExactTime } from './exact-time.tsx'

const REFRESH_MS = 30_000

/** How long ago `at` was, with the exact time as a tooltip; `empty` when there is no time. */
export function RelativeTime({ at, empty = '-' }: { at: string | null | undefined; empty?: string }) {
  const nowMs = useNow(REFRESH_MS)
  return at ? <ExactTime at={at}>{formatRelative(at, nowMs)}</ExactTime> : empty
}
