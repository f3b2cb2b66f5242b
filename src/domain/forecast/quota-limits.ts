/** How many requests may be sent a minute. */
export interface QuotaLimits {
  readonly readsPerMinute: number
  readonly writesPerMinute: number
  readonly projectReadsPerMinute: number
  readonly projectWritesPerMinute: number
}
