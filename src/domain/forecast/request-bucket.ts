import { MINUTE_MS } from '#domain/time.ts'

/** No limit: requests never wait for each other. */
export const NO_LIMIT = Number.POSITIVE_INFINITY

/** Used part of a limit. The rest covers requests that arrive closer together than they were sent. */
const USED_SHARE = 0.9
/** Part of the used requests that may be sent without a pause in between. */
const BURST_SHARE = 1 / 9

/**
 * A token bucket. When full, it allows `burst` requests at once, and gains another every `intervalMs`. Its whole state is
 * the time when it is full again.
 */
export interface RequestBucket {
  burst: number
  intervalMs: number
}

const ALWAYS_FULL: RequestBucket = { burst: 1, intervalMs: 0 }

/** Maximum requests allowed by a bucket for the limit in any 60 seconds. */
export function usedLimit(perMinute: number): number {
  return Math.max(1, Math.floor(perMinute * USED_SHARE))
}

/** The bucket for at most `usedLimit` requests in any 60 seconds, wherever the provider's minute begins. */
export function bucketFor(perMinute: number): RequestBucket {
  if (perMinute === NO_LIMIT) return ALWAYS_FULL
  const most = usedLimit(perMinute)
  const burst = Math.max(1, Math.floor(most * BURST_SHARE))
  return { burst, intervalMs: Math.ceil(MINUTE_MS / (most - burst + 1)) }
}

/** When the bucket allows the next request, in milliseconds. */
export function nextSlotMs({ burst, intervalMs }: RequestBucket, fullAtMs: number): number {
  return fullAtMs - (burst - 1) * intervalMs
}

/** When the bucket is full again after another request. */
export function fullAfterRequestMs({ intervalMs }: RequestBucket, times: { fullAtMs: number; nowMs: number }): number {
  return Math.max(times.fullAtMs, times.nowMs) + intervalMs
}

/** When a bucket is full again if it stays empty until `untilMs` and then refills. */
export function closedUntilMs({ burst, intervalMs }: RequestBucket, untilMs: number): number {
  return untilMs + (burst - 1) * intervalMs
}

/** Time until the bucket has allowed `count` more requests, if nobody else sends any. */
export function waitForMs(
  bucket: RequestBucket,
  { fullAtMs, nowMs, count }: { fullAtMs: number; nowMs: number; count: number },
): number {
  if (count === 0) return 0
  const fullMs = Math.max(fullAtMs, nowMs) + (count - 1) * bucket.intervalMs
  return Math.max(0, nextSlotMs(bucket, fullMs) - nowMs)
}
