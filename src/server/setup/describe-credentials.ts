import type { Config } from '#server/config/config.ts'
import type { SheetsSettings } from '#server/config/google-settings.ts'
import { isGoogle } from '#server/google/account.ts'

interface Options {
  sheets: Pick<SheetsSettings, 'api' | 'credentials'>
  signIn: Config['signIn']
  isKeyStored: boolean
  /** The address of the account that every task may use. */
  sharedAccount: string | undefined
}

/** How this installation gets access to spreadsheets, in a sentence. */
export function describeCredentials({ sheets, signIn, isKeyStored, sharedAccount }: Options): string {
  if (isKeyStored) return `The stored key of ${sharedAccount}.`
  if (sharedAccount !== undefined) return `Those of ${sharedAccount}, from the settings.`
  if (!sheets.api) return 'None: the embedded spreadsheets need none.'
  if (signIn.provider === 'external') return 'None of its own: each task uses the access of a person who signed in.'
  return isGoogle(sheets.api.sheetsUrl)
    ? 'None. Store the key of a service account, or set GOOGLE_APPLICATION_CREDENTIALS.'
    : `None: ${sheets.api.sheetsUrl} gets requests without credentials.`
}
