import { UNIX_EPOCH_SERIAL } from '#domain/copy/date-text.ts'
import { DAY_MS } from '#domain/time.ts'

/** Serial number of an ISO date in Sheets; undefined for an invalid date. */
export function dayNumber(isoDate: string): number | undefined {
  const at = new Date(`${isoDate}T00:00:00Z`)
  // `Date` reads 2026-02-30 as March 2.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(isoDate)) return undefined
  return at.getTime() / DAY_MS + UNIX_EPOCH_SERIAL
}
