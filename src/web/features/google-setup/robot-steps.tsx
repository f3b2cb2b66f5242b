import { Alert, Stack } from '@mantine/core'
import { adminRights } from '#contract/admin-rights.ts'
import type { GoogleSetup } from '#contract/google-setup.ts'
import { useAdminsOnly } from '../../data/use-auth.ts'
import { ConsoleLink } from './console-link.tsx'
import { EnableApis } from './enable-apis.tsx'
import { GiveKey } from './give-key.tsx'
import classes from './google-setup.module.css'

/** Steps to a robot account with a key, starting without a Cloud project. */
export function RobotSteps({ setup }: { setup: GoogleSetup }) {
  const refusal = useAdminsOnly(adminRights.storeKey) ?? setup.key_refusal
  return (
    <Stack gap="md">
      <ol className={classes.steps}>
        <EnableApis />
        <li>
          Create a <ConsoleLink path="iam-admin/serviceaccounts/create">service account</ConsoleLink>, which is a robot
          with an email address. It needs no roles.
        </li>
        <li>
          Open it, choose <b>Keys</b>, <b>Add key</b>, <b>Create new key</b>, <b>JSON</b>. A file is downloaded. If the
          console forbids keys, answer <b>No</b> above.
        </li>
        <li>Drop that file below. It works at once, without a restart.</li>
      </ol>
      {refusal === null ? <GiveKey setup={setup} /> : <Alert color="gray">{refusal}</Alert>}
    </Stack>
  )
}
