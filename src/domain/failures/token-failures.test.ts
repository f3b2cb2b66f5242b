import { testSentences } from '#tests/support/failure-sentences.ts'
import type { TokenCause } from './token-failures.ts'

const token = { account: 'jo@example.com', owner: 'person', detail: 'invalid_grant', clockAheadMinutes: 0 } as const
const configured = { ...token, owner: 'configured' } as const

testSentences<TokenCause>({
  clock_off: [
    [
      { ...token, clockAheadMinutes: 7 },
      'The clock of this server is 7 minutes fast, so Google rejects its sign-in. Set the clock, or turn on time synchronization.',
    ],
    [
      { ...token, clockAheadMinutes: -1 },
      'The clock of this server is 1 minute slow, so Google rejects its sign-in. Set the clock, or turn on time synchronization.',
    ],
    [
      { ...token, clockAheadMinutes: null },
      'The clock of this server is wrong, so Google rejects its sign-in. Set the clock, or turn on time synchronization.',
    ],
  ],
  access_ended: [
    [
      token,
      'Access to Google Sheets for jo@example.com was revoked or has expired. To restore it, sign in with this account and connect it again under Settings › My Google access.',
    ],
    [
      configured,
      'Access to Google Sheets for jo@example.com was revoked or has expired. Create new credentials for it.',
    ],
  ],
  consent_expired: [
    [
      token,
      "Access for jo@example.com ended seven days after it was granted, because the app's consent screen is in testing. Publish the app at https://console.cloud.google.com/auth/audience, then sign in with this account and connect it again under Settings › My Google access.",
    ],
  ],
  session_control: [
    [
      token,
      'The Google Workspace of jo@example.com requires signing in again from time to time. Ask the administrator to exempt this app. Or sign in with this account and connect it again under Settings › My Google access.',
    ],
    [
      configured,
      'The Google Workspace of jo@example.com requires signing in again from time to time. Ask the administrator to exempt this app. Or create new credentials for it.',
    ],
  ],
  admin_blocked: [
    [
      { ...token, clientId: '77' },
      'A Google Workspace administrator blocks this app for jo@example.com. Ask the administrator to trust the app with the client ID 77 at https://admin.google.com/ac/owl/list?tab=configuredApps. Google says: "invalid_grant"',
    ],
    [
      token,
      'A Google Workspace administrator blocks this app for jo@example.com. Ask the administrator to trust it at https://admin.google.com/ac/owl/list?tab=configuredApps. Google says: "invalid_grant"',
    ],
  ],
  key_deleted: [
    [
      configured,
      'Google does not know the key of jo@example.com any more. Create a new key for this service account at https://console.cloud.google.com/iam-admin/serviceaccounts.',
    ],
  ],
  account_deleted: [[configured, 'Google has no account jo@example.com any more. Restore it, or use another account.']],
  account_disabled: [
    [
      configured,
      'The service account jo@example.com is disabled. Enable it at https://console.cloud.google.com/iam-admin/serviceaccounts.',
    ],
  ],
  delegation_missing: [
    [
      { ...configured, clientId: '77' },
      'The service account may not act for jo@example.com. Ask a Google Workspace administrator to authorize its client ID 77 for https://www.googleapis.com/auth/spreadsheets and https://www.googleapis.com/auth/drive.metadata.readonly at https://admin.google.com/ac/owl/domainwidedelegation.',
    ],
    [
      configured,
      'The service account may not act for jo@example.com. Ask a Google Workspace administrator to authorize its client ID for https://www.googleapis.com/auth/spreadsheets and https://www.googleapis.com/auth/drive.metadata.readonly at https://admin.google.com/ac/owl/domainwidedelegation.',
    ],
  ],
  client_rejected: [
    [
      token,
      'The sign-in provider refused to renew access for jo@example.com (invalid_grant). Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and whether the client is enabled.',
    ],
  ],
  token_refused: [[token, 'Google issued no access token for jo@example.com: "invalid_grant". Check its credentials.']],
})
