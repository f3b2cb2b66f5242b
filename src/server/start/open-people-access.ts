import type { Logger } from 'pino'
import { createLenders, type Lenders, noLenders } from '#server/auth/lenders.ts'
import type { UserTokens } from '#server/auth/user-tokens.ts'
import type { Config } from '#server/config/config.ts'
import { type AccessGrants, startAccessGrants } from '#server/google/access-grants.ts'
import type { Account } from '#server/google/account.ts'
import { createRevokeAccess } from '#server/google/revoke-access.ts'
import type { Database } from '#server/storage/database.ts'

interface Options {
  config: Config
  database: Database
  userTokens: UserTokens
  /** The account every task may use now. */
  sharedAccount: () => Account | undefined
  logger: Logger
  now: () => Date
}

interface PeopleAccess {
  lenders: Lenders
  /** Undefined where tasks use no access of people. */
  accessGrants: AccessGrants | undefined
}

/** The access people grant when they sign in with an external provider. Embedded spreadsheets need none. */
export function openPeopleAccess({ config, database, userTokens, sharedAccount, ...options }: Options): PeopleAccess {
  const { signIn, sheets, allowedEmails } = config
  if (signIn.provider === 'embedded' || sheets.api === undefined) return { lenders: noLenders, accessGrants: undefined }
  return {
    lenders: createLenders({ sharedAddress: () => sharedAccount()?.name, allowedEmails }),
    accessGrants: startAccessGrants({
      orm: database.orm,
      userTokens,
      revokeAccess: createRevokeAccess(signIn),
      allowedEmails,
      hasSharedAccount: () => sharedAccount() !== undefined,
      ...options,
    }),
  }
}
