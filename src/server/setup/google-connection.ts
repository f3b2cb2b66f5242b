import { Refusal } from '#contract/errors.ts'
import type { Config } from '#server/config/config.ts'
import type { Credentials } from '#server/config/credentials.ts'
import type { SheetsSettings } from '#server/config/google-settings.ts'
import type { Account } from '#server/google/account.ts'
import type { Google } from '#server/google/google.ts'
import { tokenProblem } from '#server/google/probe-account.ts'
import { deleteStoredKey, parsePastedKey, readStoredKey, writeStoredKey } from './stored-key.ts'

/** Access to spreadsheets, opened with given settings. */
export interface OpenedGoogle {
  google: Google
  /** The account every task may use. */
  sharedAccount: Account | undefined
  /** Whether tasks may use the accounts of people. */
  usesPeople: boolean
  /** Finds the account a task of this user would use; undefined without an account. */
  findAccount(email: string): Account | undefined
}

interface Settings {
  readonly sheets: SheetsSettings
  readonly isKeyStored: boolean
}

type ConnectedGoogle = OpenedGoogle & Settings

/** Connection to Google with the account in use. A stored or deleted key takes effect at once. */
export interface GoogleConnection {
  /** Uses the connection in effect when a run begins. */
  readonly google: Google
  readonly current: ConnectedGoogle
  /** Reason why no key can be stored; undefined if a key can be stored. */
  readonly keyRefusal: string | undefined
  /**
   * Stores a key once Google issues a token for it. Calls `beforeStored` with the key's account first.
   *
   * @throws Refusal 'invalid', 'conflict'
   */
  saveKey(text: string, beforeStored: (account: string) => Promise<void>): Promise<void>
  /** @throws Refusal 'conflict' */
  removeKey(): Promise<void>
}

interface Options {
  config: Pick<Config, 'dataDir' | 'database' | 'sheets'>
  open: (sheets: SheetsSettings) => Promise<OpenedGoogle>
}

/** Connects with the account from the settings, or else with the stored key. */
export async function connectGoogle({ config, open }: Options): Promise<GoogleConnection> {
  const { dataDir } = config
  const keyRefusal = findRefusal(config)

  async function connect(key: Credentials | undefined): Promise<ConnectedGoogle> {
    const { withStoredKey } = config.sheets
    const isKeyStored = key !== undefined && withStoredKey !== undefined
    const sheets = isKeyStored
      ? {
          ...withStoredKey,
          credentials: { source: { from: 'json', credentials: key }, impersonate: undefined } as const,
        }
      : config.sheets
    return { ...(await open(sheets)), sheets, isKeyStored }
  }

  function requireKeys(): void {
    if (keyRefusal !== undefined) throw new Refusal('conflict', keyRefusal)
  }

  let current = await connect(await usableKey(config))
  return {
    google: {
      get lateWriteMs() {
        return current.google.lateWriteMs
      },
      connect: (options) => current.google.connect(options),
      findAccountKind: (preference) => current.google.findAccountKind(preference),
      selectDriveAccount: (preference) => current.google.selectDriveAccount(preference),
      readEdits: (id, request) => current.google.readEdits(id, request),
      searchFiles: (request) => current.google.searchFiles(request),
      askEditRight: (request) => current.google.askEditRight(request),
      describe: (id, options) => current.google.describe(id, options),
    },
    get current() {
      return current
    },
    keyRefusal,
    async saveKey(text, beforeStored) {
      requireKeys()
      const key = parsePastedKey(text)
      const connected = await connect(key)
      if (connected.sharedAccount) await requireToken(connected.sharedAccount)
      await beforeStored(connected.sharedAccount?.name ?? '')
      await writeStoredKey(dataDir, key)
      current = connected
    },
    async removeKey() {
      requireKeys()
      await deleteStoredKey(dataDir)
      current = await connect(undefined)
    },
  }
}

/**
 * @throws Refusal 'invalid' if Google issues no token. Tasks would fail and ask people to share files with a useless address.
 */
async function requireToken(account: Account): Promise<void> {
  const problem = await tokenProblem(account)
  if (problem) throw new Refusal('invalid', problem.message, { key: problem.message })
}

/** Reads the settings in effect, with the stored key unless the settings choose the account. */
export async function settingsInForce(config: Options['config']): Promise<Settings> {
  return settingsWith(await usableKey(config), config.sheets)
}

async function usableKey(config: Options['config']): Promise<Credentials | undefined> {
  return findRefusal(config) === undefined ? await readStoredKey(config.dataDir) : undefined
}

function settingsWith(key: Credentials | undefined, sheets: SheetsSettings): Settings {
  const { withStoredKey } = sheets
  if (key === undefined || withStoredKey === undefined) return { sheets, isKeyStored: false }
  const credentials = { source: { from: 'json', credentials: key }, impersonate: undefined } as const
  return { sheets: { ...withStoredKey, credentials }, isKeyStored: true }
}

function findRefusal({ database, sheets }: Options['config']): string | undefined {
  if (sheets.withStoredKey === undefined) {
    return 'The settings of this installation decide which account is used: see SHEETS, GOOGLE_APPLICATION_CREDENTIALS and GOOGLE_CREDENTIALS_JSON. Change them and restart the app.'
  }
  if ('databaseUrl' in database) {
    return 'This installation may run on several machines, and a key stored here would be on one of them. Set GOOGLE_CREDENTIALS_JSON on every node instead.'
  }
  return undefined
}
