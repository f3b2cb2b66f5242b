import type { Logger } from 'pino'
import { issuerOf } from '#server/auth/sign-in-provider.ts'
import { createTokenCipher } from '#server/auth/token-cipher.ts'
import { createUserTokens, type UserTokens } from '#server/auth/user-tokens.ts'
import type { Orm } from '#server/storage/database.ts'
import type { Config } from './config.ts'

interface Parts {
  config: Config
  sessionSecrets: readonly string[]
  orm: Orm
  logger: Logger
  now: () => Date
}

/** Opens the stored tokens, encrypting under the current secret what an earlier one encrypted. */
export async function openUserTokens({ config, sessionSecrets, orm, logger, now }: Parts): Promise<UserTokens> {
  const [secret = '', ...earlier] = [...config.tokenSecrets, ...sessionSecrets]
  const cipher = createTokenCipher([secret, ...earlier])
  const userTokens = createUserTokens({ orm, cipher, issuer: issuerOf(config.signIn), now })
  const count = await userTokens.reencrypt()
  if (count > 0) logger.info({ count }, 'Stored tokens encrypted under the current secret')
  return userTokens
}
