import { Alert, Group, Stack, Text } from '@mantine/core'
import { adminRights } from '#contract/admin-rights.ts'
import type { GoogleSetup } from '#contract/google-setup.ts'
import { useAdminsOnly } from '../../data/use-auth.ts'
import { ConsoleLink } from './console-link.tsx'
import { CopyLine } from './copy-line.tsx'
import { GiveKey } from './give-key.tsx'
import classes from './google-setup.module.css'
import { RemoveKey } from './remove-key.tsx'

/** From no Cloud project to a robot account that works. */
export function RobotSteps({ setup }: { setup: GoogleSetup }) {
  const { account, credentials, key_refusal } = setup
  const refusal = useAdminsOnly(adminRights.storeKey) ?? key_refusal
  if (account !== null) {
    return (
      <Stack gap="xs">
        <Text size="sm">
          Share each source with this address as a <b>Viewer</b>, and each target as an <b>Editor</b>:
        </Text>
        <CopyLine name="the robot's address" text={account} />
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {credentials === 'stored'
              ? 'Its key is stored on this machine and never shown.'
              : 'Its key comes from the settings.'}
          </Text>
          {credentials === 'stored' && <RemoveKey />}
        </Group>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <ol className={classes.steps}>
        <li>
          Open <ConsoleLink path="projectcreate">the Google Cloud console</ConsoleLink> and create a project. It costs
          nothing.
        </li>
        <li>
          Enable the <ConsoleLink path="apis/library/sheets.googleapis.com">Google Sheets API</ConsoleLink> in it, and
          the <ConsoleLink path="apis/library/drive.googleapis.com">Google Drive API</ConsoleLink>. Without Drive, tasks
          copy, but spreadsheets are not listed to choose from, and edits are not noticed.
        </li>
        <li>
          Create a <ConsoleLink path="iam-admin/serviceaccounts/create">service account</ConsoleLink>, which is a robot
          with an email address. It needs no roles.
        </li>
        <li>
          Open it, choose <b>Keys</b>, <b>Add key</b>, <b>Create new key</b>, <b>JSON</b>. A file is downloaded. If the
          console forbids keys, use people's own accounts, or ask your administrator.
        </li>
        <li>Drop that file below. It works at once, without a restart.</li>
      </ol>
      {refusal === null ? <GiveKey setup={setup} /> : <Alert color="gray">{refusal}</Alert>}
    </Stack>
  )
}
