import { GOOGLE_ISSUER } from '#server/config.ts'

/** Allows reading and writing spreadsheets, and nothing else. */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets'
const OFFLINE_SCOPE = 'offline_access'

/** What an authorization request asks for in addition to the user's identity. */
interface SheetsAccessRequest {
  scopes: readonly string[]
  parameters: Readonly<Record<string, string>>
}

/**
 * How to ask a sign-in provider for offline access to the user's spreadsheets; undefined for a provider without them.
 * Google has a parameter where OpenID Connect has a scope, and does not list the scopes of its APIs.
 * https://developers.google.com/identity/protocols/oauth2/web-server#offline
 */
export function sheetsAccessRequest(server: {
  issuer: string
  scopes_supported?: string[]
}): SheetsAccessRequest | undefined {
  if (server.issuer === GOOGLE_ISSUER) return { scopes: [SHEETS_SCOPE], parameters: { access_type: 'offline' } }
  const isSupported = (scope: string) => server.scopes_supported?.includes(scope) ?? false
  if (!isSupported(SHEETS_SCOPE)) return undefined
  return { scopes: [SHEETS_SCOPE, OFFLINE_SCOPE].filter(isSupported), parameters: {} }
}
