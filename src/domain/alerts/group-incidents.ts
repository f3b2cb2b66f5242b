import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'

/** Delay without a new incident before all open incidents are reported. */
export const QUIET_MS = MINUTE_MS
/** Maximum time an incident waits for more incidents with its cause. */
export const MAX_WAIT_MS = 10 * MINUTE_MS
/** Maximum alerts, however many causes there are. Further causes are reported together. */
export const MAX_ALERTS_PER_HOUR = 20
export const ALERT_BUDGET_MS = HOUR_MS

export interface GroupedIncident {
  readonly id: number
  /** The cause and its subject. */
  readonly problem: string
  /** When the incident was opened or, after a recovery, closed. */
  readonly at: Date
  /** Whether runs of its wave are still in progress, and may end the same way. */
  readonly isWaveInProgress: boolean
}

interface Options {
  now: Date
  sentInLastHour: number
}

/**
 * Incidents to report now, grouped by cause. Each group becomes an alert. Empty while more incidents may follow, so a hundred
 * tasks failing for the same reason cause a single alert.
 */
export function groupIncidents<Incident extends GroupedIncident>(
  pending: readonly Incident[],
  { now, sentInLastHour }: Options,
): Incident[][] {
  const budget = MAX_ALERTS_PER_HOUR - sentInLastHour
  if (budget <= 0 || !isComplete(pending, now)) return []
  const groups = [...Map.groupBy(pending, ({ problem }) => problem).values()].sort(
    (one, other) => other.length - one.length,
  )
  if (groups.length <= budget) return groups
  return [...groups.slice(0, budget - 1), groups.slice(budget - 1).flat()]
}

/** Whether to report now: related incidents have arrived, or the maximum wait is over. */
export function isComplete(pending: readonly GroupedIncident[], now: Date): boolean {
  if (pending.length === 0) return false
  const ages = pending.map(({ at }) => now.getTime() - at.getTime())
  const oldestMs = ages.reduce((most, age) => Math.max(most, age))
  if (oldestMs >= MAX_WAIT_MS) return true
  const newestMs = ages.reduce((least, age) => Math.min(least, age))
  return newestMs >= QUIET_MS && !pending.some(({ isWaveInProgress }) => isWaveInProgress)
}
