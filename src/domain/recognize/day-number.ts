import { UNIX_EPOCH_SERIAL } from '#domain/copy/date-text.ts'
import { DAY_MS } from '#domain/time.ts'

/** The serial number of a day such as `2026-01-31` in the calendar of a sheet; undefined if there is no such day. */
export function dayNumber(isoDate: string): number | undefined {
  const at = new Date(`${isoDate}T00:00:00Z`)
  // A calendar that rolls over reads 2026-02-30 as March 2.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(isoDate)) return undefined
  return at.getTime() / DAY_MS + UNIX_EPOCH_SERIAL
}
