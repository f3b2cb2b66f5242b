import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../data/app-info.ts'
import { formatShortTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { ExactTime } from './exact-time.tsx'

/** The next scheduled run in the schedule's time zone; `at` is an ISO date-time. */
export function NextRun({ at, className }: { at: string; className?: string | undefined }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  return (
    <span className={className}>
      Next run <ExactTime at={at}>{formatShortTime(at, { nowMs, hasSeconds: false, timezone })}</ExactTime>
    </span>
  )
}
