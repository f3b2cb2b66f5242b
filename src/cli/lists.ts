import { type Command, InvalidArgumentError } from 'commander'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { wholeNumber } from './command-parts.ts'

const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

export interface ListOptions {
  since?: Date
  limit?: number
}

/** Adds the options shared by all lists of past events. */
export function addListOptions(command: Command, { limit }: { limit?: number } = {}): Command {
  return command
    .option('--since <time>', 'only newer entries: an age (30m, 12h, 7d) or a date', (text) => readSince(text))
    .option('-n, --limit <count>', 'maximum number of lines', wholeNumber, limit)
}

/** Converts a duration like `12h` to milliseconds; undefined for any other text. */
export function readAge(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (UNIT_MS[unit] ?? 0)
}

/** Reads an age like `12h`, or a date with or without a time. */
function readSince(text: string): Date {
  const ageMs = readAge(text)
  if (ageMs !== undefined) return new Date(Date.now() - ageMs)
  const date = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : undefined
  if (date === undefined || Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError('Give an age such as 30m, 12h or 7d, or a date such as 2026-11-28.')
  }
  return date
}

/** Selects recent rows, up to the limit. */
export function narrowList<Row>(
  rows: readonly Row[],
  { since, limit }: ListOptions,
  time: (row: Row) => string | null,
): Row[] {
  const recent = since === undefined ? rows : rows.filter((row) => new Date(time(row) ?? 0) >= since)
  return recent.slice(0, limit)
}
