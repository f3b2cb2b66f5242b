import { useAppInfo } from '../lib/app-info.ts'
import { formatShortTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { ExactTime } from './exact-time.tsx'

const RENEW_MS = 60_000

/** When the clock runs something next, in the schedule's zone; `at` is an ISO moment. */
export function NextRun({ at, className }: { at: string; className?: string | undefined }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(RENEW_MS)
  return (
    <span className={className}>
      Next run{' '}
      <ExactTime at={at}>{formatShortTime(at, { nowMs, hasSeconds: false, ...(timezone && { timezone }) })}</ExactTime>
    </span>
  )
}
