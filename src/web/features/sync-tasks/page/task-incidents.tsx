import { Card, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { alertLabels } from '#contract/alert-kind.ts'
import { api } from '#contract/api.ts'
import type { Incident } from '#contract/incident.ts'
import { incidentsQuery } from '../../../data/incidents.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { readNow } from '../../../lib/read-schedule.ts'
import { toast, toastFailure } from '../../../lib/toast.tsx'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { SnoozeState } from '../../../shared/snooze-state.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import classes from './task-page.module.css'

interface Props {
  taskId: number
  /** Log line on the card, which alerts do not repeat. */
  shownLine: string | undefined
}

/** The task's open problems, as alerts report them, and whether they are snoozed. */
export function TaskIncidents({ taskId, shownLine }: Props) {
  const { data } = useQuery(incidentsQuery(taskId))
  const incidents = (data?.incidents ?? []).filter(({ snooze, message }) => snooze !== null || message !== shownLine)
  if (incidents.length === 0) return null
  return (
    <Card padding="sm" component="section" aria-label="Alerts">
      <h2 className={classes.heading}>Alerts</h2>
      <Stack gap="sm">
        {incidents.map((incident) => (
          <OneIncident key={incident.kind} incident={incident} hasMessage={incident.message !== shownLine} />
        ))}
        {incidents.some(({ snooze }) => snooze !== null) && <EndSnooze taskId={taskId} />}
      </Stack>
    </Card>
  )
}

function OneIncident({ incident, hasMessage }: { incident: Incident; hasMessage: boolean }) {
  return (
    <div>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {alertLabels[incident.kind]} <RelativeTime at={incident.opened_at} />
        {hasMessage && `: ${incident.message}`}
      </Text>
      <SnoozeState incident={incident} />
    </div>
  )
}

function EndSnooze({ taskId }: { taskId: number }) {
  const queryClient = useQueryClient()
  const { isPending, act } = useAction(['end-snooze', taskId], async () => {
    try {
      const { status, message } = await call(api.incidents.wake, { params: { id: taskId } })
      toast[status](message)
    } catch (error) {
      toastFailure(error, { message: 'Failed to end the snooze' })
    }
    await readNow(queryClient, api.incidents.ofTask)
  })
  return (
    <Group>
      <ActionButton variant="default" size="xs" isPending={isPending} onPress={act}>
        End snooze
      </ActionButton>
    </Group>
  )
}
