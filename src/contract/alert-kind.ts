import { z } from 'zod'

/** Everything that an alert reports, with its words for users. */
export const alertLabels = {
  failed: 'A task failed',
  held: 'A task was held',
  late: 'A task is late',
  not_fresh: 'A target is not as fresh as promised',
  no_success: 'A task has not succeeded for too long',
  will_fail: 'A task will fail at its next run',
  access: 'Access ended or changed',
  recovered: 'Recovered',
  digest: 'Run All has ended',
  token_created: 'An API token was created',
} as const

export type AlertKind = keyof typeof alertLabels

const ALERT_KINDS = Object.keys(alertLabels) as [AlertKind, ...AlertKind[]]

export const AlertKind = z.enum(ALERT_KINDS)
