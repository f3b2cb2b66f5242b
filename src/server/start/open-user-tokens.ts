import type { Logger } from 'pino'
import { findIssuer } from '#server/auth/sign-in-provider.ts'
import type { TokenCipher } from '#server/auth/token-cipher.ts'
import { createUserTokens, type UserTokens } from '#server/auth/user-tokens.ts'
import type { Config } from '#server/config/config.ts'
import type { Orm } from '#server/storage/database.ts'

interface Parts {
  config: Config
  cipher: TokenCipher
  orm: Orm
  logger: Logger
  now: () => Date
}

/** Opens the stored tokens, and encrypts values of an earlier secret under the current secret. */
export async function openUserTokens({ config, cipher, orm, logger, now }: Parts): Promise<UserTokens> {
  const userTokens = createUserTokens({ orm, cipher, issuer: findIssuer(config.signIn), now })
  const count = await userTokens.reencrypt()
  if (count > 0) logger.info({ count }, 'Stored tokens encrypted under the current secret')
  return userTokens
}
