import { DAY_MS } from '#domain/time.ts'

const EPOCH_MS = Date.UTC(1899, 11, 30)

/**
 * Converts a date to a spreadsheet's serial number: days since 1899-12-30, with the time of day as a fraction. Parses
 * `2012-01-31`, `2001/01/31 18:20` and `Jan 31 2000`, without a time zone.
 * @throws RangeError when the text is not a date.
 */
export function serialNumber(text: string): number {
  const atMs = Date.parse(`${text} UTC`)
  if (Number.isNaN(atMs)) throw new RangeError(`Expected a date, got ${JSON.stringify(text)}`)
  return (atMs - EPOCH_MS) / DAY_MS
}
