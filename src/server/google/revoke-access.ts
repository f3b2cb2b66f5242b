import * as openid from 'openid-client'
import { discoverOnce, type SignInProvider } from '#server/auth/discover-provider.ts'

/**
 * Ends a grant and all its access tokens at the provider (RFC 7009). Returns `unsupported` if the provider has no revocation
 * endpoint, `unreachable` if it did not answer.
 */
export type RevokeAccess = (refreshToken: string) => Promise<'revoked' | 'unsupported' | 'unreachable'>

export function createRevokeAccess(provider: SignInProvider): RevokeAccess {
  const configuration = discoverOnce(() => provider)
  return async (refreshToken) => {
    try {
      const config = await configuration()
      if (config.serverMetadata().revocation_endpoint === undefined) return 'unsupported'
      await openid.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' })
      return 'revoked'
    } catch (error) {
      // Google answers with status 400 if the token has already been revoked.
      return error instanceof openid.ResponseBodyError && error.status === 400 ? 'revoked' : 'unreachable'
    }
  }
}
