import { api } from '#contract/api.ts'
import type { User } from '#contract/auth.ts'
import { DRIVE_FILE_SCOPE, SHEETS_SCOPE } from '#contract/google-scopes.ts'
import type { GoogleSetup, KeyEffects, KeyTasks, SpreadsheetAccess } from '#contract/google-setup.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { reportEvent } from '#server/alerts/incidents.ts'
import { usesPicker } from '#server/config/config.ts'
import { describeMode } from '#server/config/describe-mode.ts'
import { nameProvider } from '#server/config/google-settings.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import type { PublicOrigins } from '#server/http/public-origins.ts'
import { describeCredentials } from '#server/setup/describe-credentials.ts'
import { checkSetup } from '#server/setup/setup-checks.ts'
import { checkSpreadsheet, type FoundAccess } from '#server/setup/spreadsheet-access.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasksOfNewKey } from '#server/tasks/key-effects.ts'
import { setAllActive } from '#server/tasks/read-tasks.ts'

const MAX_LISTED_TASKS = 5
const SIGN_IN_SCOPES = ['openid', 'email', 'profile']

type Options = Pick<Context, 'config' | 'connection' | 'database' | 'logger' | 'now'> & {
  origins: () => PublicOrigins
  /** URL of the embedded spreadsheets; undefined if they are not served. */
  embeddedSheetsUrl: string | undefined
}

/** Handlers for the connection to Google: its state, its missing parts, and changes of the key. */
export function googleSetupHandlers(options: Options): Handler[] {
  const { connection, database, logger, now } = options
  const sharedAccountName = () => connection.current.sharedAccount?.name ?? null
  /** Changes the key and logs the change. The key is a file, so its change cannot be part of a transaction. */
  const changeAccount = async ({ email }: User, change: (before: { account: string | null }) => Promise<void>) => {
    const before = { account: sharedAccountName() }
    await change(before)
    const after = { account: sharedAccountName() }
    logger.info({ ...after, by: email }, 'The account for all tasks was changed')
    return after
  }
  const removeKey = (caller: User) =>
    changeAccount(caller, async (before) => {
      await connection.removeKey()
      const changes = fieldChanges({ before, after: { account: sharedAccountName() } })
      await recordActivity(database.orm, { subject: before.account ?? '', count: 1, changes })
    })
  const saveKey = async (caller: User, { key, tasks }: { key: string; tasks: KeyTasks }) => {
    const found = await tasksOfNewKey(database.orm, connection.current)
    const after = await changeAccount(caller, (before) =>
      connection.saveKey(key, (account) =>
        database.orm.transaction((tx) =>
          recordKey(tx, { before, account, by: caller.email, found, tasks, now: now() }),
        ),
      ),
    )
    return { ...after, key_effects: presentEffects(found) }
  }
  return [
    handler(api.googleSetup.get, async ({ caller }) => present(options, caller.email)),
    handler(api.googleSetup.saveKey, ({ body, caller }) => saveKey(caller, body)),
    handler(api.googleSetup.removeKey, ({ caller }) => removeKey(caller)),
    handler(api.googleSetup.checkSpreadsheets, async ({ body, caller, signal }) => {
      const { google } = connection
      const request = { owner: caller.email, signal }
      const [source, target] = await Promise.all([
        checkSpreadsheet(google, { id: body.source_ss_id, isTarget: false, ...request }),
        checkSpreadsheet(google, { id: body.target_ss_id, isTarget: true, ...request }),
      ])
      const { source_ss_id, target_ss_id } = body
      return { source: presentAccess(source_ss_id, source), target: presentAccess(target_ss_id, target) }
    }),
  ]
}

function presentAccess(id: string, { spreadsheet, canWrite, error }: FoundAccess): SpreadsheetAccess {
  return {
    id,
    title: spreadsheet?.title ?? null,
    tabs: spreadsheet?.tabs.map(({ title }) => title) ?? [],
    can_read: spreadsheet !== undefined,
    can_write: canWrite,
    problem: error?.message ?? null,
  }
}

interface StoredKey {
  before: { account: string | null }
  account: string
  by: string
  found: Awaited<ReturnType<typeof tasksOfNewKey>>
  tasks: KeyTasks
  now: Date
}

/** Reports a new key to everybody. Deactivates affected tasks if the request asks for it. */
async function recordKey(tx: Orm, { before, account, by, found, tasks, now }: StoredKey): Promise<void> {
  const isInactive = tasks === 'deactivate'
  const changes = fieldChanges({ before, after: { account } })
  await recordActivity(tx, { subject: account, count: 1, changes })
  if (isInactive) await setAllActive(tx, { isActive: false, taskIds: found.changed.map(({ id }) => id) })
  await reportEvent(tx, { cause: 'key_stored', account, by, changed: found.changed.length, isInactive }, now)
}

function presentEffects({ changed, unchangedCount }: StoredKey['found']): KeyEffects {
  const names = changed.slice(0, MAX_LISTED_TASKS).map(({ name }) => name)
  return { changed_count: changed.length, changed: names, unchanged_count: unchangedCount }
}

async function present(
  { config, connection, database, origins, embeddedSheetsUrl, now }: Options,
  email: string,
): Promise<GoogleSetup> {
  const { signIn } = config
  const { sheets, sharedAccount, isKeyStored, findAccount } = connection.current
  const checks = await checkSetup({
    signIn,
    mode: describeMode({ config: { sheets, signIn }, sharedAccount }),
    sheetsUrl: sheets.api?.sheetsUrl ?? embeddedSheetsUrl,
    driveUrl: sheets.api?.driveUrl,
    isEmbedded: sheets.api === undefined,
    account: findAccount(email),
    credentials: describeCredentials({ sheets, signIn, isKeyStored, sharedAccount }),
    publicUrl: origins().main,
    environment: process.env,
    now,
  })
  return {
    spreadsheets: nameProvider(sheets),
    account: sharedAccount?.name ?? null,
    credential_kind: sharedAccount?.credentials ?? null,
    client_id: sharedAccount?.clientId ?? null,
    credentials: isKeyStored ? 'stored' : sharedAccount ? 'settings' : 'none',
    key_refusal: connection.keyRefusal ?? null,
    key_effects: presentEffects(await tasksOfNewKey(database.orm, connection.current)),
    // Without configured origins, every name of this machine is a public origin. A single redirect address is enough then.
    redirect_urls: (config.http.publicUrls.length > 0 ? origins().all : [origins().main]).map(
      (origin) => `${origin}/auth/callback`,
    ),
    scopes: [...SIGN_IN_SCOPES, ...(usesPicker(signIn) ? [DRIVE_FILE_SCOPE] : []), SHEETS_SCOPE],
    checks,
    checked_at: now().toISOString(),
  }
}
