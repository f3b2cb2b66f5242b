import { DAY_MS } from '#domain/time.ts'

const EPOCH_MS = Date.UTC(1899, 11, 30)

/**
 * A date as spreadsheets count it: days since 1899-12-30, the time of day as a fraction.
 * Reads `2012-01-31`, `2001/01/31 18:20` and `Jan 31 2000`, without a zone, as a spreadsheet's dates are.
 * @throws RangeError for a text that is no date.
 */
export function serialNumber(text: string): number {
  const atMs = Date.parse(`${text} UTC`)
  if (Number.isNaN(atMs)) throw new RangeError(`Expected a date, got ${JSON.stringify(text)}`)
  return (atMs - EPOCH_MS) / DAY_MS
}
