import { useAppInfo } from '../lib/app-info.ts'
import { formatDateTime, formatRelative } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'

const RENEW_MS = 30_000

/** How long ago a moment was; its exact time, in the schedule's zone, on hover. `empty` stands for no moment. */
export function RelativeTime({ at, empty = '-' }: { at: string | null | undefined; empty?: string }) {
  const nowMs = useNow(RENEW_MS)
  const timezone = useAppInfo()?.timezone
  if (!at) return empty
  return (
    <time dateTime={at} title={formatDateTime(at, timezone === undefined ? {} : { timezone })}>
      {formatRelative(at, nowMs)}
    </time>
  )
}
