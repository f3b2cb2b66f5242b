import { Text } from '@mantine/core'
import type { Incident } from '#contract/incident.ts'
import { useAppInfo } from '../data/app-info.ts'
import { formatDateTime } from '../lib/format.ts'
import { ExactTime } from './exact-time.tsx'

/** Shows until when alerts are snoozed, and by whom; nothing while they are active. */
export function SnoozeState({ incident }: { incident: Pick<Incident, 'snooze' | 'snoozed_until' | 'snoozed_by'> }) {
  const { snooze, snoozed_until: until, snoozed_by: by } = incident
  const timezone = useAppInfo()?.timezone
  if (snooze === null) return null
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      Alerts snoozed until{' '}
      {until === null ? 'it has recovered' : <ExactTime at={until}>{formatDateTime(until, { timezone })}</ExactTime>}
      {by !== null && ` by ${by}`}
    </Text>
  )
}
