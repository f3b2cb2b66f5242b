import { createChannelSecrets } from '#server/alerts/channel-secrets.ts'
import type { ChannelParts } from '#server/alerts/channels.ts'
import { createLenders, type Lenders, noLenders } from '#server/auth/lenders.ts'
import { readSessionSecrets } from '#server/auth/read-or-create-secret.ts'
import { findIssuer } from '#server/auth/sign-in-provider.ts'
import { createTokenCipher, type TokenCipher } from '#server/auth/token-cipher.ts'
import { createUserTokens, type UserTokens } from '#server/auth/user-tokens.ts'
import { type AccessGrants, startAccessGrants } from '#server/google/access-grants.ts'
import type { Account } from '#server/google/account.ts'
import type { Pause } from '#server/google/quota.ts'
import { createRevokeAccess } from '#server/google/revoke-access.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { connectGoogle, type GoogleConnection } from '#server/setup/google-connection.ts'
import { openGoogle } from './open-google.ts'
import type { Runtime } from './open-runtime.ts'
import type { SheetsProvider } from './start-sheets-provider.ts'

/** Secrets of this installation, and the accounts and channels they protect. */
interface Accounts {
  readonly sessionSecrets: readonly string[]
  readonly userTokens: UserTokens
  readonly alertChannels: ChannelParts
  readonly connection: GoogleConnection
  readonly lenders: Lenders
  /** Undefined if tasks do not use people's access. */
  readonly accessGrants: AccessGrants | undefined
}

interface Options {
  runtime: Runtime
  sheets: SheetsProvider
  metrics: Metrics
  pause: Pause | undefined
  parts: AsyncDisposableStack
}

/** Opens stored tokens and alert channels, and connects to the spreadsheet provider. */
export async function openAccounts({ runtime, sheets, metrics, pause, parts }: Options): Promise<Accounts> {
  const { config } = runtime
  const sessionSecrets = await readSessionSecrets(config)
  const [secret = '', ...earlierSecrets] = [...config.tokenSecrets, ...sessionSecrets]
  const cipher = createTokenCipher([secret, ...earlierSecrets])
  const userTokens = await openUserTokens(runtime, cipher)
  const alertChannels = await openAlertChannels(runtime, cipher)
  const connection = await connectGoogle({
    config,
    open: (settings) => {
      const connected = { ...config, sheets: { ...config.sheets, ...settings } }
      const api = settings.api ?? sheets.api
      return openGoogle({ ...runtime, config: connected, api, userTokens, metrics, pause })
    },
  })
  const sharedAccount = () => connection.current.sharedAccount
  const people = openPeopleAccess(runtime, { userTokens, sharedAccount })
  if (people.accessGrants) parts.use(people.accessGrants)
  return { sessionSecrets, userTokens, alertChannels, connection, ...people }
}

/** Opens the stored tokens, and encrypts tokens sealed with an earlier secret under the current secret. */
async function openUserTokens({ config, orm, logger, now }: Runtime, cipher: TokenCipher): Promise<UserTokens> {
  const userTokens = createUserTokens({ orm, cipher, issuer: findIssuer(config.signIn), now })
  const count = await userTokens.reencrypt()
  if (count > 0) logger.info({ count }, 'Stored tokens encrypted under the current secret')
  return userTokens
}

/** Opens the alert channels, and encrypts their secrets again if an earlier secret had encrypted them. */
async function openAlertChannels({ config, orm, logger, now }: Runtime, cipher: TokenCipher): Promise<ChannelParts> {
  const secrets = createChannelSecrets(cipher)
  const count = await secrets.reencrypt(orm)
  if (count > 0) logger.info({ count }, 'Addresses of alert channels encrypted under the current secret')
  const { smtp, mailDomains, allowsPrivate, allowsLoopback } = config.alerts
  return { orm, secrets, rules: { allowsPrivate, allowsLoopback }, hasEmail: smtp !== undefined, mailDomains, now }
}

interface People {
  userTokens: UserTokens
  /** Current account that every task may use. */
  sharedAccount: () => Account | undefined
}

/** Opens the access people grant when they sign in with an external provider. Embedded spreadsheets need no access. */
function openPeopleAccess(
  { config, orm, logger, now }: Runtime,
  { userTokens, sharedAccount }: People,
): Pick<Accounts, 'lenders' | 'accessGrants'> {
  const { signIn, sheets, allowedEmails } = config
  if (signIn.provider === 'embedded' || sheets.api === undefined) return { lenders: noLenders, accessGrants: undefined }
  return {
    lenders: createLenders({ sharedAddress: () => sharedAccount()?.name, allowedEmails }),
    accessGrants: startAccessGrants({
      orm,
      userTokens,
      revokeAccess: createRevokeAccess(signIn),
      allowedEmails,
      hasSharedAccount: () => sharedAccount() !== undefined,
      logger,
      now,
    }),
  }
}
