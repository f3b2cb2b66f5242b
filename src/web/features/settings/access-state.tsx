import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import type { MyAccess } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { Disconnect } from './disconnect.tsx'
import { PickFiles } from './pick-files.tsx'

const TITLES: Readonly<Record<MyAccess['state'], string>> = {
  unavailable: 'Not used here',
  not_connected: 'Not connected',
  connected: 'Your spreadsheets are connected',
  expired: 'Access has expired',
}

/** Shows whether the user's spreadsheets are connected, with a button to connect them. */
export function AccessState({ access }: { access: MyAccess }) {
  const { state, shared_account: sharedAccount } = access
  return (
    <Card component="section" padding="md" aria-labelledby="access-state">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5" id="access-state">
            {TITLES[state]}
          </Title>
          <Text size="sm" c="dimmed">
            <Explanation access={access} />
          </Text>
        </div>
        {sharedAccount !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            Tasks that list no account use the shared account {sharedAccount}.
          </Text>
        )}
        <Buttons access={access} />
      </Stack>
    </Card>
  )
}

function Explanation({
  access: { state, files, connected_at: connectedAt, last_used_at: usedAt },
}: {
  access: MyAccess
}) {
  if (state === 'unavailable') return 'In this installation, tasks do not use the accounts of people.'
  if (state === 'not_connected') return 'No task can use your spreadsheets until you connect them.'
  if (state === 'expired') return 'Google no longer accepts it. Connect again so that tasks can use your spreadsheets.'
  return (
    <>
      {files === 'picked' && 'Only the spreadsheets that you pick · '}
      {connectedAt !== null && (
        <>
          Connected <RelativeTime at={connectedAt} />
          {' · '}
        </>
      )}
      {usedAt === null ? (
        'not used yet'
      ) : (
        <>
          last used <RelativeTime at={usedAt} />
        </>
      )}
    </>
  )
}

const ALL_FILES = `${api.access.connect.path}?files=all`

function Buttons({ access: { state, files, picker } }: { access: MyAccess }) {
  if (state === 'unavailable') return null
  return (
    <Group gap="sm">
      {state !== 'connected' && (
        <Button component="a" href={api.access.connect.path} leftSection={<IconBrandGoogle size={16} aria-hidden />}>
          {picker === null || files === 'all' ? 'Connect my spreadsheets' : 'Connect spreadsheets that I pick'}
        </Button>
      )}
      {state === 'connected' && files === 'picked' && picker !== null && <PickFiles settings={picker} />}
      {(files === 'picked' || (picker !== null && files !== 'all')) && (
        <Button component="a" href={ALL_FILES} variant="default">
          Connect all my spreadsheets
        </Button>
      )}
      {state !== 'not_connected' && <Disconnect />}
    </Group>
  )
}
