/** Allowed requests per minute. */
export interface QuotaLimits {
  readonly readsPerMinute: number
  readonly writesPerMinute: number
  readonly projectReadsPerMinute: number
  readonly projectWritesPerMinute: number
}
