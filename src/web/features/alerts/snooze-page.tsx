import { Card, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '#contract/api.ts'
import { type SnoozableAlert, Snooze } from '#contract/incident.ts'
import { SNOOZE_LABELS, snoozableAlertQuery } from '../../data/incidents.ts'
import { useAction, useIsPending } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { readStatus } from '../../lib/call-error.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { SnoozeState } from '../../shared/snooze-state.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** Opened by the link in an alert. Asks how long to snooze the alert; opening the page changes nothing. */
export function SnoozePage() {
  const link = useSearchParams()[0].get('link') ?? ''
  const alert = useQuery(snoozableAlertQuery(link))
  const isGone = readStatus(alert.error) === 404 || readStatus(alert.error) === 400
  return (
    <Stack gap="md" maw={560}>
      <PageHeader title="Snooze Alert" />
      {alert.isPending && <LoadingSpinner />}
      {isGone && (
        <EmptyState
          title="This link does not work any more."
          hint="Open the task to see what is wrong with it. Links of alerts work for two weeks."
        />
      )}
      {alert.isError && !isGone && <LoadFailure title="Failed to fetch the alert." onRetry={alert.refetch} />}
      {alert.data && <AlertToSnooze alert={alert.data} link={link} />}
    </Stack>
  )
}

function AlertToSnooze({ alert, link }: { alert: SnoozableAlert; link: string }) {
  return (
    <Card component="section" padding="md" aria-labelledby="alert-title">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5" id="alert-title" style={{ overflowWrap: 'anywhere' }}>
            {alert.title}
          </Title>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {alert.reason !== null && `${alert.reason} `}Sent <RelativeTime at={alert.at} />.
          </Text>
        </div>
        <SnoozeState incident={alert} />
        {alert.open_count === 0 ? (
          <Text size="sm">Everything in this alert has recovered.</Text>
        ) : (
          <Choices link={link} />
        )}
      </Stack>
    </Card>
  )
}

function Choices({ link }: { link: string }) {
  return (
    <Stack gap="xs" role="group" aria-label="Send no more alerts about this">
      <Text size="sm">Send no more alerts about this, nor about tasks that fail for the same reason:</Text>
      {Snooze.options.map((snooze) => (
        <Choice key={snooze} snooze={snooze} link={link} />
      ))}
    </Stack>
  )
}

function Choice({ snooze, link }: { snooze: Snooze; link: string }) {
  const queryClient = useQueryClient()
  const isOtherPending = useIsPending(['snooze'])
  const { isPending, act } = useAction(['snooze', snooze], async () => {
    try {
      const { status, message } = await call(api.incidents.snooze, { body: { link, snooze } })
      toast[status](message)
    } catch (error) {
      toastFailure(error, { message: 'Failed to snooze the alert' })
    }
    await readNow(queryClient, api.incidents.alert)
  })
  return (
    <ActionButton variant="default" isPending={isPending} isBlocked={isOtherPending} onPress={act}>
      {SNOOZE_LABELS[snooze]}
    </ActionButton>
  )
}
