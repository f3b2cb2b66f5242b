import { latestOccurrence, nextOccurrence } from '#domain/schedule/schedule-time.ts'

export interface QuietHours {
  readonly from: string
  readonly to: string
}

/** End of the quiet hours around `now`; undefined outside them. Quiet hours may span midnight. */
export function quietUntil({
  quietHours,
  timezone,
  now,
}: {
  quietHours: QuietHours
  timezone: string
  now: Date
}): Date | undefined {
  const began = latestOccurrence({ time: quietHours.from, timezone, now })
  const ended = latestOccurrence({ time: quietHours.to, timezone, now })
  if (began === undefined || (ended !== undefined && ended >= began)) return undefined
  return nextOccurrence({ time: quietHours.to, timezone, now })
}
