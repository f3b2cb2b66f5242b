import { Alert, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alertChannelsQuery } from '../../../data/alert-channels.ts'
import { paths } from '../../../lib/paths.ts'
import { SettingsArea } from '../../../shared/settings-area.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { ChannelList } from './channel-list.tsx'
import { ChannelModal } from './channel-modal.tsx'

/** The page of alert channels and their deliveries. */
export function AlertChannelsPage() {
  const query = useQuery(alertChannelsQuery())
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<{ name: string; value: string } | null>(null)
  return (
    <SettingsArea
      path={paths.alertChannels}
      description="Get notified when a task fails, is held or late, and when it has recovered."
    >
      {secret && (
        <ShownOnce label="Signing secret" secret={secret.value} onClose={() => setSecret(null)}>
          Copy the signing secret of ‘{secret.name}’ now: <strong>it is not shown again</strong>.
        </ShownOnce>
      )}
      <QueryContent query={query} loading="Loading channels" failure="Failed to load the channels">
        {({ channels, email_from, timezone }) => (
          <>
            {channels.length === 0 && (
              <Alert color="yellow">No channels yet, so no alerts are sent. Add a channel, and send a test.</Alert>
            )}
            <Group>
              <ActionButton leftSection={<IconPlus size={16} aria-hidden />} onPress={() => setIsAdding(true)}>
                Add channel
              </ActionButton>
            </Group>
            <ChannelList
              channels={channels}
              hasEmail={email_from !== null}
              timezone={timezone}
              onSecret={(name, value) => setSecret({ name, value })}
            />
            <ChannelModal
              opened={isAdding}
              channel={null}
              hasEmail={email_from !== null}
              timezone={timezone}
              onClose={() => setIsAdding(false)}
              onSecret={(name, value) => setSecret({ name, value })}
            />
          </>
        )}
      </QueryContent>
    </SettingsArea>
  )
}
