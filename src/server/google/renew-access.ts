import * as openid from 'openid-client'
import { requestError } from '#engine/provider-error.ts'
import { discoverOnce, type SignInProvider } from '#server/auth/discover-provider.ts'
import { readGoogleError } from './google-error-body.ts'
import { findProxyStatus } from './through-proxy.ts'
import { type TokenAnswer, tokenError } from './token-error.ts'

interface RenewedAccess {
  accessToken: string
  /** Undefined if the provider does not report it. */
  expiresInSeconds: number | undefined
  /** A new refresh token, if the provider replaced the old token. */
  refreshToken: string | undefined
}

/**
 * Exchanges a refresh token for an access token; undefined when the provider no longer accepts it.
 * @throws ProviderError that explains a temporary failure
 */
export type RenewAccess = (grant: { email: string; refreshToken: string }) => Promise<RenewedAccess | undefined>

export function createRenewAccess(provider: SignInProvider, now: () => Date): RenewAccess {
  const configuration = discoverOnce(() => provider)
  return async ({ email, refreshToken }) => {
    try {
      const tokens = await openid.refreshTokenGrant(await configuration(), refreshToken)
      return {
        accessToken: tokens.access_token,
        expiresInSeconds: tokens.expires_in,
        refreshToken: tokens.refresh_token,
      }
    } catch (error) {
      const answer = readTokenAnswer(error)
      const about = { account: email, file: { signIn: 'the sign-in provider' } }
      if (!answer) throw requestError({ reason: 'unavailable', about, cause: error })
      const request = { account: email, owner: 'person', clientId: provider.clientId, now: now() } as const
      const failure = tokenError(answer, { ...request, cause: error })
      if (failure.reason === 'access_ended') return undefined
      throw failure
    }
  }
}

/** Returns undefined if the token endpoint did not answer. */
function readTokenAnswer(error: unknown): TokenAnswer | undefined {
  if (error instanceof openid.ResponseBodyError) {
    const { status, response } = error
    return { status, body: readGoogleError(error.cause), date: response.headers.get('date') ?? undefined }
  }
  const proxyStatus = findProxyStatus(error)
  if (proxyStatus !== undefined) return { status: proxyStatus, body: undefined }
  const response = error instanceof Error ? error.cause : undefined
  return response instanceof Response ? { status: response.status, body: undefined } : undefined
}
