import type { Logger } from 'pino'
import { createChannelSecrets } from '#server/alerts/channel-secrets.ts'
import type { ChannelParts } from '#server/alerts/channels.ts'
import type { TokenCipher } from '#server/auth/token-cipher.ts'
import type { Config } from '#server/config/config.ts'
import type { Orm } from '#server/storage/database.ts'

interface Parts {
  config: Pick<Config, 'alerts'>
  cipher: TokenCipher
  orm: Orm
  logger: Logger
  now: () => Date
}

/** Opens the channels of alerts, and encrypts values of an earlier secret under the current secret. */
export async function openAlertChannels({ config, cipher, orm, logger, now }: Parts): Promise<ChannelParts> {
  const secrets = createChannelSecrets(cipher)
  const count = await secrets.reencrypt(orm)
  if (count > 0) logger.info({ count }, 'Addresses of alert channels encrypted under the current secret')
  const { smtp, mailDomains, allowsPrivate, allowsLoopback } = config.alerts
  return { orm, secrets, rules: { allowsPrivate, allowsLoopback }, hasEmail: smtp !== undefined, mailDomains, now }
}
