import { GOOGLE_ISSUER } from '#server/config.ts'
import { SHEETS_SCOPE } from './sheets-scope.ts'

const OFFLINE_SCOPE = 'offline_access'

/** What an authorization request asks for, beside who the person is. */
interface SheetsAccess {
  scopes: readonly string[]
  parameters: Readonly<Record<string, string>>
}

/**
 * How to ask a sign-in provider for lasting access to a person's spreadsheets; undefined for one that cannot give it.
 * Google has a parameter where OpenID Connect has a scope, and does not list the scopes of its APIs.
 * https://developers.google.com/identity/protocols/oauth2/web-server#offline
 */
export function sheetsAccessOf(server: { issuer: string; scopes_supported?: string[] }): SheetsAccess | undefined {
  if (server.issuer === GOOGLE_ISSUER) return { scopes: [SHEETS_SCOPE], parameters: { access_type: 'offline' } }
  const isSupported = (scope: string) => server.scopes_supported?.includes(scope) ?? false
  if (!isSupported(SHEETS_SCOPE)) return undefined
  return { scopes: [SHEETS_SCOPE, OFFLINE_SCOPE].filter(isSupported), parameters: {} }
}
