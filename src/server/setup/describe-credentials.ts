import type { CredentialKind } from '#contract/google-setup.ts'
import type { Config } from '#server/config/config.ts'
import type { SheetsSettings } from '#server/config/google-settings.ts'
import { type Account, isGoogle } from '#server/google/account.ts'

interface Options {
  sheets: Pick<SheetsSettings, 'api' | 'credentials'>
  signIn: Config['signIn']
  isKeyStored: boolean
  /** The account every task may use. */
  sharedAccount: Account | undefined
}

const nouns: Readonly<Record<CredentialKind, string>> = {
  key: 'The key of',
  delegated: 'A service account that acts for',
  federation: 'A federation file for',
  impersonated: 'Credentials that impersonate',
  machine: "The machine's own account,",
  gcloud: "gcloud's login as",
  person: 'The consent of',
}

/** Describes in a sentence how this installation gets access to spreadsheets. */
export function describeCredentials({ sheets, signIn, isKeyStored, sharedAccount }: Options): string {
  if (isKeyStored) return `The stored key of ${sharedAccount?.name}.`
  if (sharedAccount) return `${nouns[sharedAccount.credentials ?? 'key']} ${sharedAccount.name}, from the settings.`
  if (!sheets.api) return 'None: the embedded spreadsheets need none.'
  if (signIn.provider === 'external') return 'None of its own: each task uses the access of a person who signed in.'
  return isGoogle(sheets.api.sheetsUrl)
    ? 'None. Store the key of a service account, or set GOOGLE_APPLICATION_CREDENTIALS.'
    : `None: ${sheets.api.sheetsUrl} gets requests without credentials.`
}
