import { api } from '#contract/api.ts'
import type { User } from '#contract/auth.ts'
import type { GoogleSetup } from '#contract/google-setup.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { SHEETS_SCOPE } from '#server/auth/sheets-access.ts'
import { describeMode } from '#server/config/describe-mode.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import type { PublicOrigins } from '#server/http/public-origins.ts'
import { describeCredentials } from '#server/setup/describe-credentials.ts'
import { checkSetup } from '#server/setup/setup-checks.ts'
import { checkSpreadsheet } from '#server/setup/spreadsheet-access.ts'

const SCOPES = ['openid', 'email', 'profile', SHEETS_SCOPE]

type Options = Pick<Context, 'config' | 'connection' | 'database' | 'logger' | 'now'> & {
  origins: () => PublicOrigins
  /** Where the embedded spreadsheets are served; undefined if they are not. */
  embeddedSheetsUrl: string | undefined
}

/** How the installation is connected to Google, and what is missing. */
export function googleSetupHandlers(options: Options): Handler[] {
  const { connection, database, logger } = options
  const sharedAccountName = () => connection.current.sharedAccount?.name ?? null
  /** The key is a file, so its change cannot be part of a transaction. */
  const changeAccount = async ({ email }: User, change: () => Promise<void>) => {
    const before = { account: sharedAccountName() }
    await change()
    const after = { account: sharedAccountName() }
    const subject = after.account ?? before.account ?? ''
    await recordActivity(database.orm, { subject, count: 1, changes: fieldChanges({ before, after }) })
    logger.info({ ...after, by: email }, 'The account for all tasks was changed')
    return after
  }
  return [
    handler(api.googleSetup.get, async ({ caller }) => present(options, caller.email)),
    handler(api.googleSetup.saveKey, ({ body, caller }) => changeAccount(caller, () => connection.saveKey(body.key))),
    handler(api.googleSetup.removeKey, ({ caller }) => changeAccount(caller, () => connection.removeKey())),
    handler(api.googleSetup.checkSpreadsheets, async ({ body, caller, signal }) => {
      const { google } = connection
      const request = { owner: caller.email, signal }
      const [source, target] = await Promise.all([
        checkSpreadsheet(google, { id: body.source_ss_id, isTarget: false, ...request }),
        checkSpreadsheet(google, { id: body.target_ss_id, isTarget: true, ...request }),
      ])
      return { source, target }
    }),
  ]
}

async function present(
  { config, connection, origins, embeddedSheetsUrl, now }: Options,
  email: string,
): Promise<GoogleSetup> {
  const { signIn } = config
  const { sheets, sharedAccount, isKeyStored, accountOf } = connection.current
  const checks = await checkSetup({
    signIn,
    mode: describeMode({ config: { sheets, signIn }, sharedAccount }),
    sheetsUrl: sheets.api?.sheetsUrl ?? embeddedSheetsUrl,
    isEmbedded: sheets.api === undefined,
    account: accountOf(email),
    credentials: describeCredentials({ sheets, signIn, isKeyStored, sharedAccount: sharedAccount?.name }),
    publicUrl: origins().main,
    environment: process.env,
    now,
  })
  return {
    spreadsheets: sheets.api === undefined ? 'embedded' : 'google',
    account: sharedAccount?.name ?? null,
    credentials: isKeyStored ? 'stored' : sharedAccount ? 'settings' : 'none',
    key_refusal: connection.keyRefusal ?? null,
    // On this machine, every name of it is a public origin, and one redirect address is enough.
    redirect_urls: (config.http.publicUrls.length > 0 ? origins().all : [origins().main]).map(
      (origin) => `${origin}/auth/callback`,
    ),
    scopes: SCOPES,
    checks,
    checked_at: now().toISOString(),
  }
}
