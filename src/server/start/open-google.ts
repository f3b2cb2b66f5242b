import type { UserTokens } from '#server/auth/user-tokens.ts'
import type { Config } from '#server/config/config.ts'
import { isAllowed } from '#server/config/is-allowed.ts'
import { builtInAccount, isGoogle } from '#server/google/account.ts'
import { createGoogle } from '#server/google/google.ts'
import type { Pause } from '#server/google/quota.ts'
import { createMemoryQuotaStore, createPostgresQuotaStore } from '#server/google/quota-store.ts'
import { createRenewAccess } from '#server/google/renew-access.ts'
import { openSharedAccount } from '#server/google/shared-account.ts'
import { createUserAccountCache } from '#server/google/user-account-cache.ts'
import type { Metrics } from '#server/http/metrics.ts'
import type { OpenedGoogle } from '#server/setup/google-connection.ts'
import type { Database } from '#server/storage/database.ts'
import { findTitle } from '#server/tasks/spreadsheet-titles.ts'

interface Options {
  config: Config
  api: { sheetsUrl: string; driveUrl: string }
  database: Database
  userTokens: UserTokens
  metrics: Metrics
  now: () => Date
  pause?: Pause | undefined
}

/** Opens access to spreadsheets with the credentials from the settings. The embedded provider gets no credentials. */
export async function openGoogle({
  config,
  api,
  database,
  userTokens,
  metrics,
  now,
  pause,
}: Options): Promise<OpenedGoogle> {
  const { signIn, sheets } = config
  const { credentials, quota, requestTimeoutMs } = sheets
  const isEmbedded = sheets.api === undefined
  const sharedAccount = credentials && (await openSharedAccount(credentials))
  const userAccounts =
    signIn.provider === 'external' && !isEmbedded
      ? createUserAccountCache({
          userTokens,
          renewAccess: createRenewAccess(signIn, now),
          maySignIn: (email) => isAllowed(email, config.allowedEmails),
          project: signIn.clientId,
          now,
        })
      : undefined
  const google = createGoogle({
    config: { ...api, ...quota, requestTimeoutMs, isEmbedded },
    sharedAccount,
    userAccounts,
    // The embedded provider only serves this node, so its quota is not shared.
    quotaStore: database.pool && !isEmbedded ? createPostgresQuotaStore(database.pool) : createMemoryQuotaStore(),
    metrics: metrics.provider,
    findTitle: (spreadsheetId) => findTitle(database.orm, spreadsheetId),
    now,
    random: Math.random,
    pause,
  })
  const anonymous = isGoogle(api.sheetsUrl) ? undefined : builtInAccount
  return {
    google,
    sharedAccount,
    usesPeople: userAccounts !== undefined,
    findAccount: (email) => sharedAccount ?? userAccounts?.get(email, { owner: email }) ?? anonymous,
  }
}
