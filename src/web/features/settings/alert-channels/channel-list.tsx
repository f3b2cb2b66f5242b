import { Badge, Text } from '@mantine/core'
import { type AlertChannel, FilteredKind } from '#contract/alert-channel.ts'
import { pluralize } from '#domain/pluralize.ts'
import rows from '../../../ui/row-list.module.css'
import { ChannelActions } from './channel-actions.tsx'
import { CHANNEL_LABELS } from './channel-labels.ts'
import type { ChannelSettings } from './channel-modal.tsx'

/** The channels, each with the alerts it gets and its last problem. */
export function ChannelList({ channels, ...settings }: ChannelSettings & { channels: readonly AlertChannel[] }) {
  if (channels.length === 0) return null
  return (
    <ul className={rows.rows}>
      {channels.map((channel) => (
        <li key={channel.id} className={rows.row}>
          <div className={rows.rowText}>
            <span className={rows.rowName}>
              {channel.name}
              {!channel.is_on && (
                <Badge size="sm" variant="light" color="gray" ml={8}>
                  Off
                </Badge>
              )}
            </span>
            <Text size="sm" c="dimmed" component="span">
              {listFacts(channel).join(' · ')}
            </Text>
            {channel.problem && (
              <Text size="sm" c="red" component="span">
                Last answer: {channel.problem}
              </Text>
            )}
          </div>
          <ChannelActions channel={channel} {...settings} />
        </li>
      ))}
    </ul>
  )
}

function listFacts({
  kind,
  recipients,
  url_hint,
  kinds,
  type_ids,
  quiet_hours,
  waiting_count,
}: AlertChannel): string[] {
  const receiver = kind === 'email' ? recipients.join(', ') : (url_hint ?? 'enter the address again')
  return [
    CHANNEL_LABELS[kind],
    receiver,
    ...(kinds.length < FilteredKind.options.length ? [pluralize(kinds.length, 'kind')] : []),
    ...(type_ids === null ? [] : [pluralize(type_ids.length, 'task type')]),
    ...(quiet_hours ? [`quiet ${quiet_hours.from}–${quiet_hours.to}`] : []),
    ...(waiting_count > 0 ? [`${waiting_count} waiting`] : []),
  ]
}
