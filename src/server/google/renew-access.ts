import * as openid from 'openid-client'
import { discoverOnce, type SignInProvider } from '#server/auth/discover-provider.ts'
import { ProviderError } from './provider-error.ts'

export interface RenewedAccess {
  accessToken: string
  /** Undefined if the provider does not report it. */
  expiresInSeconds: number | undefined
  /** A new refresh token, if the provider replaced the one that was used. */
  refreshToken: string | undefined
}

/**
 * Exchanges a refresh token for an access token; undefined when the provider no longer accepts it.
 * @throws ProviderError unavailable, unauthenticated
 */
export type RenewAccess = (grant: { email: string; refreshToken: string }) => Promise<RenewedAccess | undefined>

export function createRenewAccess(provider: SignInProvider): RenewAccess {
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
      if (!(error instanceof openid.ResponseBodyError)) throw unavailable(email, error)
      if (error.error === 'invalid_grant') return undefined
      throw rejected(email, error)
    }
  }
}

function unavailable(email: string, cause: unknown): ProviderError {
  const message = `The sign-in provider did not respond, so access for ${email} could not be renewed. Try again later.`
  return new ProviderError({ reason: 'unavailable', message, cause })
}

function rejected(email: string, cause: openid.ResponseBodyError): ProviderError {
  const message = `The sign-in provider refused to renew access for ${email} (${cause.error}). Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`
  return new ProviderError({ reason: 'unauthenticated', message, cause })
}
