import * as openid from 'openid-client'
import { discoverOnce, type SignInProvider } from '#server/auth/discover-provider.ts'
import { ProviderError } from './provider-error.ts'

/** What a refresh token was traded for. */
export interface RenewedAccess {
  accessToken: string
  /** Undefined where the provider does not say. */
  expiresInSeconds: number | undefined
  /** A new refresh token, where the provider replaces the one that was used. */
  refreshToken: string | undefined
}

/**
 * Trades a refresh token for an access token; undefined when the provider no longer accepts it.
 * @throws ProviderError unavailable, unauthenticated
 */
export type RenewAccess = (kept: { email: string; refreshToken: string }) => Promise<RenewedAccess | undefined>

export function createAccessRenewal(provider: SignInProvider): RenewAccess {
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
      if (!(error instanceof openid.ResponseBodyError)) throw unreachable(email, error)
      if (error.error === 'invalid_grant') return undefined
      throw refused(email, error)
    }
  }
}

function unreachable(email: string, cause: unknown): ProviderError {
  const sentence = `The sign-in provider did not answer when access for ${email} was renewed: nothing needs changing, try again later.`
  return new ProviderError({ reason: 'unavailable', sentence, cause })
}

function refused(email: string, cause: openid.ResponseBodyError): ProviderError {
  const sentence = `The sign-in provider does not renew access for ${email} (${cause.error}): check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`
  return new ProviderError({ reason: 'unauthenticated', sentence, cause })
}
