import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { LocalMoment } from './local-moment.ts'

/** Time between two polls while somebody edits, because further edits are likely. */
const EDITING_POLL_MS = 15 * SECOND_MS
const EDITING_FOR_MS = 10 * MINUTE_MS
/** Time between two polls of a file edited within the hour. */
const ACTIVE_POLL_MS = 30 * SECOND_MS
const ACTIVE_FOR_MS = HOUR_MS
/** Time between two polls of any other file, by day and at night, when hardly anybody edits. */
const IDLE_POLL_MS = MINUTE_MS
const NIGHT_POLL_MS = 5 * MINUTE_MS
/** Hours of the day, in the time zone of the schedule. */
const NIGHT_FROM = 22
const NIGHT_UNTIL = 6

export interface PolledSource {
  /** Time of the last poll; undefined before the first. */
  readonly polledAt: Date | undefined
  /** Time of the last edit, as far as known. */
  readonly editedAt: Date | undefined
}

/** Time between two polls of a source. */
export function pollIntervalMs(
  { editedAt }: Pick<PolledSource, 'editedAt'>,
  at: Pick<LocalMoment, 'now' | 'hour'>,
): number {
  const sinceEditMs = editedAt ? at.now.getTime() - editedAt.getTime() : Number.POSITIVE_INFINITY
  if (sinceEditMs < EDITING_FOR_MS) return EDITING_POLL_MS
  if (sinceEditMs < ACTIVE_FOR_MS) return ACTIVE_POLL_MS
  return isNight(at.hour) ? NIGHT_POLL_MS : IDLE_POLL_MS
}

function isNight(hour: number): boolean {
  return hour >= NIGHT_FROM || hour < NIGHT_UNTIL
}

/**
 * Sources to check now, at most `limit`, the most overdue for their interval first. With too many sources, all are checked
 * less often, in proportion.
 */
export function sourcesDue<Source extends PolledSource>(
  sources: Iterable<Source>,
  { limit, ...at }: Pick<LocalMoment, 'now' | 'hour'> & { limit: number },
): Source[] {
  const due = [...sources].flatMap((source) => {
    const { polledAt } = source
    const waited = polledAt
      ? (at.now.getTime() - polledAt.getTime()) / pollIntervalMs(source, at)
      : Number.POSITIVE_INFINITY
    return waited >= 1 ? [{ source, waited }] : []
  })
  // Check for equal waits first: Infinity minus Infinity is NaN and cannot be sorted.
  const inOrder = due.toSorted((one, other) => (one.waited === other.waited ? 0 : other.waited - one.waited))
  return inOrder.slice(0, Math.max(0, Math.floor(limit))).map(({ source }) => source)
}
