import { Group, Stack, Text } from '@mantine/core'
import type { GoogleSetup } from '#contract/google-setup.ts'
import { CopyLine } from './copy-line.tsx'
import { RemoveKey } from './remove-key.tsx'

/** The account that every task may use. If it has an address, people share spreadsheets with it. */
export function SharedAddress({ account, credentials }: { account: string; credentials: GoogleSetup['credentials'] }) {
  return (
    <Stack gap="xs">
      {account.includes('@') ? (
        <>
          <Text size="sm">
            Share each source with this address as a <b>Viewer</b>, and each target as an <b>Editor</b>:
          </Text>
          <CopyLine name="the robot's address" text={account} />
        </>
      ) : (
        <Text size="sm">Tasks use {account}. It has no address to share spreadsheets with.</Text>
      )}
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {credentials === 'stored'
            ? 'Its key is stored on this machine and never shown.'
            : 'Its credentials come from the settings.'}
        </Text>
        {credentials === 'stored' && <RemoveKey />}
      </Group>
    </Stack>
  )
}
