import { useAppInfo } from '../data/app-info.ts'
import { formatShortTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { ExactTime } from './exact-time.tsx'

const REFRESH_MS = 60_000

/** The next scheduled run in the schedule's time zone; `at` is an ISO date-time. */
export function NextRun({ at, className }: { at: string; className?: string | undefined }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(REFRESH_MS)
  return (
    <span className={className}>
      Next run{' '}
      <ExactTime at={at}>{formatShortTime(at, { nowMs, hasSeconds: false, ...(timezone && { timezone }) })}</ExactTime>
    </span>
  )
}
