import { DateTime } from 'luxon'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { DEFAULT_TIMEZONE } from '#contract/schedule.ts'
import { shortTimezoneName } from '#domain/schedule/timezone.ts'
import type { Column } from './output.ts'

/** How times are shown: in the time zone of the schedules, as on the screens. */
export interface Clock {
  /** As headings name it: `EST`. */
  readonly zoneName: string
  /** Empty for no time. */
  timeText(time: string | null): string
}

export function clockIn(timezone: string): Clock {
  return {
    zoneName: shortTimezoneName(timezone),
    timeText: (time) => (time === null ? '' : DateTime.fromISO(time, { zone: timezone }).toFormat('yyyy-LL-dd HH:mm')),
  }
}

/** Clock of the server; the clock of the specification for a server without a description. */
export async function readClock(client: Client): Promise<Clock> {
  const info = await client.call(api.operations.info).catch(() => undefined)
  return clockIn(info?.timezone ?? DEFAULT_TIMEZONE)
}

/** A column of times with the zone in its heading. */
export function timeColumn<Row>(
  { zoneName, timeText }: Clock,
  { title, readTime }: { title: string; readTime: (row: Row) => string | null },
): Column<Row> {
  return [`${title} (${zoneName})`, (row) => timeText(readTime(row))]
}
