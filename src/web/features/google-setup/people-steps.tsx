import { Stack, Text } from '@mantine/core'
import type { GoogleSetup } from '#contract/google-setup.ts'
import { ConsoleLink } from './console-link.tsx'
import { CopyLine } from './copy-line.tsx'
import classes from './google-setup.module.css'

/** Google's error pages for incomplete setups, each with its fix. */
const GOOGLE_PAGES: readonly (readonly [title: string, fix: string])[] = [
  [
    'Error 400: redirect_uri_mismatch',
    'The redirect address is not in the OAuth client, or differs in one character. Copy it from above.',
  ],
  [
    "Error 403: access_denied, 'has not completed the Google verification process'",
    "The app is in 'Testing'. Choose 'Internal', or publish it, or add the person as a test user.",
  ],
  ['Error 403: org_internal', "The app is 'Internal', and this account belongs to another organization."],
  [
    "Google hasn't verified this app",
    "Normal for an 'External' app of your own: choose Advanced, then the link below it. 'Internal' apps do not show it.",
  ],
  [
    'Error 400: admin_policy_enforced',
    'An administrator of Google Workspace must trust this app, by its client ID, under Security > API controls.',
  ],
  ['Error 401: invalid_client or deleted_client', 'OIDC_CLIENT_ID does not match an existing OAuth client.'],
]

/** Steps to let people sign in with Google and lend their own access. */
export function PeopleSteps({ setup: { redirect_urls, scopes } }: { setup: GoogleSetup }) {
  return (
    <Stack gap="md">
      <ol className={classes.steps}>
        <li>
          <ConsoleLink path="projectcreate">Create a project</ConsoleLink>, which costs nothing, and enable the{' '}
          <ConsoleLink path="apis/library/sheets.googleapis.com">Google Sheets API</ConsoleLink> in it.
        </li>
        <li>
          Set up its <ConsoleLink path="auth/overview">consent screen</ConsoleLink>. Choose <b>Internal</b> if everyone
          is in your Google Workspace. Otherwise choose <b>External</b> and <b>publish</b> it: in 'Testing', access ends
          after seven days.
        </li>
        <li>
          Add the scopes below under <b>Data Access</b>.
        </li>
        <li>
          Create an <ConsoleLink path="auth/clients/create">OAuth client</ConsoleLink> of the type{' '}
          <b>Web application</b> with the redirect address below.
        </li>
        <li>
          Set <code>OIDC_CLIENT_ID</code>, <code>OIDC_CLIENT_SECRET</code> and <code>ALLOWED_EMAILS</code>, and restart
          the app.
        </li>
        <li>
          To have people connect only the files that they pick, also set <code>GOOGLE_PICKER_KEY</code> and{' '}
          <code>GOOGLE_PICKER_PROJECT</code>. The guide 'Nano Sync and Google' says how.
        </li>
      </ol>
      <div>
        <Text size="sm" fw={550} mb={4}>
          Scopes
        </Text>
        <CopyLine name="the scopes" text={scopes.join('\n')} />
      </div>
      <div>
        <Text size="sm" fw={550} mb={4}>
          Redirect address
        </Text>
        <Stack gap={6}>
          {redirect_urls.map((url) => (
            <CopyLine key={url} name="the redirect address" text={url} />
          ))}
        </Stack>
      </div>
      <div>
        <Text size="sm" fw={550} mb={4}>
          If Google shows an error
        </Text>
        <dl className={classes.pages}>
          {GOOGLE_PAGES.map(([title, fix]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{fix}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Stack>
  )
}
