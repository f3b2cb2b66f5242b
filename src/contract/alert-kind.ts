import { z } from 'zod'

const LATE = 'A task is late'

/** Labels of alerts. All kinds of late tasks share a label, because the reason of an alert names the kind. */
export const alertLabels = {
  failed: 'A task failed',
  held: 'A task was held',
  late: LATE,
  not_fresh: LATE,
  no_success: LATE,
  will_fail: 'A task will fail at its next run',
  access: 'Access ended or changed',
  recovered: 'Recovered',
  digest: 'Run All has ended',
  token_created: 'An API token was created',
} as const

export type AlertKind = keyof typeof alertLabels

const ALERT_KINDS = Object.keys(alertLabels) as [AlertKind, ...AlertKind[]]

export const AlertKind = z.enum(ALERT_KINDS)
