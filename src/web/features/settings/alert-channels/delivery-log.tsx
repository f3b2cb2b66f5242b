import { Badge, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AlertChannel, AlertDelivery } from '#contract/alert-channel.ts'
import { api } from '#contract/api.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { deliveriesQuery } from '../../../data/alert-channels.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { readMessage } from '../../../lib/call-error.ts'
import { formatShortTime } from '../../../lib/format.ts'
import { readNow } from '../../../lib/read-schedule.ts'
import { toastFailure } from '../../../lib/toast.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { ExactTime } from '../../../shared/exact-time.tsx'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import rows from '../../../ui/row-list.module.css'
import { STATE_LABELS } from './channel-labels.ts'

interface Props {
  opened: boolean
  channel: AlertChannel
  onClose: () => void
}

/** Lists the messages sent to a channel with the channel's responses. */
export function DeliveryLog({ opened, channel, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Deliveries of ${channel.name}`} size="xl">
      {opened && <Deliveries channel={channel} />}
    </Dialog>
  )
}

function Deliveries({ channel }: { channel: AlertChannel }) {
  const query = useQuery(deliveriesQuery(channel.id))
  return (
    <QueryContent query={query} loading="Loading deliveries" failure="Failed to load the deliveries">
      {(deliveries) =>
        deliveries.length === 0 ? (
          <EmptyState title="Nothing was sent yet." hint="Alerts appear here with what the receiver answered." />
        ) : (
          <ul className={rows.rows}>
            {deliveries.map((delivery) => (
              <Row key={delivery.id} channel={channel} delivery={delivery} />
            ))}
          </ul>
        )
      }
    </QueryContent>
  )
}

function Row({ channel, delivery }: { channel: AlertChannel; delivery: AlertDelivery }) {
  const { title, state, tries, answer, created_at, due_at } = delivery
  const { text, color } = STATE_LABELS[state]
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  return (
    <li className={rows.row}>
      <div className={rows.rowText}>
        <span className={rows.rowName}>
          {title}{' '}
          <Badge size="sm" variant="light" color={color}>
            {text}
          </Badge>
        </span>
        <Text size="sm" c="dimmed" component="span">
          <RelativeTime at={created_at} /> · {tries === 1 ? '1 try' : `${tries.toLocaleString('en-US')} tries`}
          {due_at !== null && tries > 0 && (
            <>
              {' '}
              · next <ExactTime at={due_at}>{formatShortTime(due_at, { nowMs, timezone })}</ExactTime>
            </>
          )}
        </Text>
        {answer && (
          <Text size="sm" component="span">
            {answer}
          </Text>
        )}
      </div>
      {channel.is_on && <Resend channel={channel} delivery={delivery} />}
    </li>
  )
}

function Resend({ channel, delivery: { id, title, state } }: { channel: AlertChannel; delivery: AlertDelivery }) {
  const queryClient = useQueryClient()
  const { isPending, act: resend } = useAction(['resend', id], async () => {
    try {
      await call(api.alertChannels.resend, { params: { id: channel.id, delivery: id } })
    } catch (error) {
      toastFailure(error, { message: readMessage(error, 'Failed to send the alert again') })
    }
    await readNow(queryClient, api.alertChannels.deliveries, api.alertChannels.list)
  })
  const label = state === 'waiting' ? 'Try now' : 'Resend'
  return (
    <ActionButton variant="default" size="xs" isPending={isPending} onPress={resend} aria-label={`${label}: ${title}`}>
      {label}
    </ActionButton>
  )
}
