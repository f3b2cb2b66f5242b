import type { ChannelParts } from '#server/alerts/channels.ts'
import type { Lenders } from '#server/auth/lenders.ts'
import { readSessionSecrets } from '#server/auth/read-or-create-secret.ts'
import { createTokenCipher } from '#server/auth/token-cipher.ts'
import type { UserTokens } from '#server/auth/user-tokens.ts'
import type { AccessGrants } from '#server/google/access-grants.ts'
import type { Pause } from '#server/google/quota.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { connectGoogle, type GoogleConnection } from '#server/setup/google-connection.ts'
import { openAlertChannels } from './open-alert-channels.ts'
import { openGoogle } from './open-google.ts'
import { openPeopleAccess } from './open-people-access.ts'
import type { Runtime } from './open-runtime.ts'
import { openUserTokens } from './open-user-tokens.ts'
import type { SheetsProvider } from './start-sheets-provider.ts'

/** Secrets of this installation, and the accounts and channels they protect. */
interface Accounts {
  readonly sessionSecrets: readonly string[]
  readonly userTokens: UserTokens
  readonly alertChannels: ChannelParts
  readonly connection: GoogleConnection
  readonly lenders: Lenders
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
  const userTokens = await openUserTokens({ ...runtime, cipher })
  const alertChannels = await openAlertChannels({ ...runtime, cipher })
  const connection = await connectGoogle({
    config,
    open: (settings) => {
      const connected = { ...config, sheets: { ...config.sheets, ...settings } }
      const api = settings.api ?? sheets.api
      return openGoogle({ ...runtime, config: connected, api, userTokens, metrics, pause })
    },
  })
  const sharedAccount = () => connection.current.sharedAccount
  const people = openPeopleAccess({ ...runtime, userTokens, sharedAccount })
  if (people.accessGrants) parts.use(people.accessGrants)
  return { sessionSecrets, userTokens, alertChannels, connection, ...people }
}
