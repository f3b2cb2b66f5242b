import { DateTime } from 'luxon'

/** An instant, and what the clocks of a time zone show then. */
export interface LocalMoment {
  readonly now: Date
  /** YYYY-MM-DD. */
  readonly date: string
  readonly hour: number
}

export function localMoment(now: Date, timezone: string): LocalMoment {
  const local = DateTime.fromJSDate(now, { zone: timezone })
  return { now, date: local.toFormat('yyyy-LL-dd'), hour: local.hour }
}
