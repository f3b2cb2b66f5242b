import { DateTime } from 'luxon'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { DEFAULT_TIMEZONE } from '#contract/schedule.ts'
import { shortTimezoneName } from '#domain/schedule/timezone.ts'
import type { Column } from './output.ts'

/** Formats times in the time zone of the schedules, as the screens do. */
export interface Clock {
  /** Short name of the zone for headings, e.g. `EST`. */
  readonly zoneName: string
  /** Formats a time; empty without a time. */
  timeText(time: string | null): string
}

export function clockIn(timezone: string): Clock {
  return {
    zoneName: shortTimezoneName(timezone),
    timeText: (time) => (time === null ? '' : DateTime.fromISO(time, { zone: timezone }).toFormat('yyyy-LL-dd HH:mm')),
  }
}

/** Reads the server's time zone. A server that does not describe itself has the time zone of the specification. */
export async function readClock(client: Client): Promise<Clock> {
  const info = await client.call(api.operations.info).catch(() => undefined)
  return clockIn(info?.timezone ?? DEFAULT_TIMEZONE)
}

/** Builds a column of times, with the zone in its heading. */
export function timeColumn<Row>(
  { zoneName, timeText }: Clock,
  { title, readTime }: { title: string; readTime: (row: Row) => string | null },
): Column<Row> {
  return [`${title} (${zoneName})`, (row) => timeText(readTime(row))]
}
