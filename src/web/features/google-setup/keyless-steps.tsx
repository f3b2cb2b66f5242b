import { Anchor, Stack, Text } from '@mantine/core'
import { INSTALLATION_SCOPES } from '#contract/google-scopes.ts'
import type { GoogleSetup } from '#contract/google-setup.ts'
import { ConsoleLink } from './console-link.tsx'
import { CopyLine } from './copy-line.tsx'
import { EnableApis } from './enable-apis.tsx'
import classes from './google-setup.module.css'

const SCOPES = INSTALLATION_SCOPES.join(',')
const FEDERATION_COMMAND =
  'gcloud iam workload-identity-pools create-cred-config projects/NUMBER/locations/global/workloadIdentityPools/POOL/providers/PROVIDER --service-account=ADDRESS --credential-source-file=TOKEN_FILE --output-file=federation.json'
const MACHINE_COMMAND = `gcloud compute instances set-service-account MACHINE --service-account=ADDRESS --scopes=${SCOPES}`

function CreateAccount() {
  return (
    <li>
      Create a <ConsoleLink path="iam-admin/serviceaccounts/create">service account</ConsoleLink>. It needs no roles and
      no key.
    </li>
  )
}

function ThenRestart() {
  return <li>Restart the app with this setting. The checks below show what is still missing.</li>
}

/** Steps for a server outside Google Cloud with its own identity, such as in AWS, Azure or Kubernetes. */
export function FederationSteps() {
  return (
    <Stack gap="md">
      <ol className={classes.steps}>
        <EnableApis />
        <CreateAccount />
        <li>
          Create a <ConsoleLink path="iam-admin/workload-identity-pools">workload identity pool</ConsoleLink> with the
          identity provider of this server, and let it impersonate the service account.
        </li>
        <li>Make the federation file with the command below. It holds no secret.</li>
        <ThenRestart />
      </ol>
      <CopyLine name="the command" text={FEDERATION_COMMAND} />
      <CopyLine name="the setting" text="GOOGLE_APPLICATION_CREDENTIALS=/path/to/federation.json" />
    </Stack>
  )
}

/** Steps for a server in Google Cloud. */
export function MachineSteps() {
  return (
    <Stack gap="md">
      <ol className={classes.steps}>
        <EnableApis />
        <CreateAccount />
        <li>
          Let this server run as it: choose it as the service account of the Cloud Run service or the Kubernetes
          workload. For a virtual machine, stop the machine, run the command below, and start it again.
        </li>
        <ThenRestart />
      </ol>
      <CopyLine name="the command" text={MACHINE_COMMAND} />
      <CopyLine name="the setting" text="GOOGLE_APPLICATION_CREDENTIALS=adc" />
    </Stack>
  )
}

/** Steps for a Google Workspace that forbids sharing files with other organizations. */
export function DelegationSteps({ setup: { client_id } }: { setup: GoogleSetup }) {
  return (
    <Stack gap="md">
      <ol className={classes.steps}>
        <li>
          Connect a service account first, with a federation file or as the machine's account. Enable the{' '}
          <ConsoleLink path="apis/library/iamcredentials.googleapis.com">
            IAM Service Account Credentials API
          </ConsoleLink>
          , and give the account the role <b>Service Account Token Creator</b> on itself.
        </li>
        <li>
          Have a Workspace administrator open{' '}
          <Anchor
            href="https://admin.google.com/ac/owl/domainwidedelegation"
            target="_blank"
            rel="noreferrer"
            inherit
            underline="always"
          >
            domain-wide delegation
          </Anchor>
          , choose <b>Add new</b>, and enter the unique ID of the service account and the two scopes below.
        </li>
        <li>Name the person for whom the service account acts in the setting below.</li>
        <ThenRestart />
      </ol>
      {client_id !== null && <CopyLine name="the client ID" text={client_id} />}
      <div>
        <Text size="sm" fw={550} mb={4}>
          Scopes
        </Text>
        <CopyLine name="the scopes" text={SCOPES} />
      </div>
      <CopyLine name="the setting" text="GOOGLE_IMPERSONATE=person@company.example" />
    </Stack>
  )
}
