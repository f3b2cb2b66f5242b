import type { ConnectedFiles } from '#contract/access.ts'
import { DRIVE_FILE_SCOPE, SHEETS_SCOPE } from '#contract/google-scopes.ts'
import { GOOGLE_ISSUER } from '#server/config/config.ts'

const OFFLINE_SCOPE = 'offline_access'
const SELECT_ACCOUNT = 'select_account'

/** Additional parameters of the authorization request when a user connects their spreadsheets. */
interface SheetsAccessRequest {
  scopes: readonly string[]
  parameters: Readonly<Record<string, string>>
}

/** Access to spreadsheets granted by a user. */
export interface GrantedAccess {
  /** Undefined if the provider has issued a token before and expects it to be stored. */
  refreshToken: string | undefined
  scopes: string[]
}

const scopes: Readonly<Record<ConnectedFiles, string>> = { picked: DRIVE_FILE_SCOPE, all: SHEETS_SCOPE }

/** Returns the files covered by granted scopes; undefined if there are none. */
export function filesIn(granted: readonly string[]): ConnectedFiles | undefined {
  if (granted.includes(scopes.all)) return 'all'
  return granted.includes(scopes.picked) ? 'picked' : undefined
}

/**
 * Builds the request to a sign-in provider for offline access to the user's spreadsheets; undefined if the provider has none.
 * For offline access, Google uses a parameter where OpenID Connect uses a scope. Google does not list the scopes of its APIs. A
 * grant for all files keeps earlier scopes. A grant for picked files drops them, because it would still open all files.
 * https://developers.google.com/identity/protocols/oauth2/web-server#incrementalAuth
 */
export function sheetsAccessRequest(
  server: { issuer: string; scopes_supported?: string[] },
  files: ConnectedFiles,
): SheetsAccessRequest | undefined {
  const scope = scopes[files]
  if (server.issuer === GOOGLE_ISSUER) {
    const merged = files === 'all' && { include_granted_scopes: 'true' }
    return { scopes: [scope], parameters: { access_type: 'offline', ...merged } }
  }
  const isSupported = (scope: string) => server.scopes_supported?.includes(scope) ?? false
  if (!isSupported(scope)) return undefined
  return { scopes: [scope, OFFLINE_SCOPE].filter(isSupported), parameters: {} }
}

/**
 * Lets people choose an account even if they are signed in at the provider, so a refused person can use another account. Omits
 * the prompt for other providers, because they may refuse an unknown prompt.
 */
export function accountPrompt(server: { issuer: string; prompt_values_supported?: unknown }): { prompt?: string } {
  const supported = server.prompt_values_supported
  const isKnown = server.issuer === GOOGLE_ISSUER || (Array.isArray(supported) && supported.includes(SELECT_ACCOUNT))
  return isKnown ? { prompt: SELECT_ACCOUNT } : {}
}
