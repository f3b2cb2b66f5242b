import type { Freshness } from '#contract/freshness.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { useNow } from '../../../lib/use-now.ts'
import { freshnessText } from '../../../shared/freshness-text.ts'

/** How fresh a target is, since or until when, and why it is not. */
export function FreshnessLine({ freshness }: { freshness: Freshness }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  return freshnessText(freshness, { nowMs, timezone })
}
