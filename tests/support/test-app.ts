import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sheets_v4 } from '@googleapis/sheets'
import { type Emulator, startEmulator } from '@nano-sync/sheets-emulator'
import { readConfig } from '#server/config/config.ts'
import type { Context } from '#server/http/context.ts'
import { start } from '#server/start/start.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { NO_ALERT_PASSES } from './alert-passes.ts'
import { ApiClient } from './api-client.ts'
import { openFreshDatabase } from './fresh-database.ts'
import { adminUrl } from './postgres-server.ts'
import { shorterPause } from './shorter-pause.ts'
import { copyKeys, openEmbeddedDatabase } from './test-database.ts'

export const MEMBER_EMAIL = 'ada@example.com'

interface Options extends NonNullable<Parameters<typeof start>[1]> {
  /** Settings besides the settings of every test. Undefined removes a setting. */
  env?: Readonly<Record<string, string | undefined>>
  /** Whether to use the embedded database even if the tests have a PostgreSQL server. */
  isEmbedded?: boolean
  /** Whether to sign in; false if a sign-in is impossible, as with a public address that the test cannot reach. */
  isSignedIn?: boolean
  /** Whether the provider refuses reads of ranges beyond the grid. */
  refusesLongRanges?: boolean
}

/** The complete app with its own folder and database, without samples and mocks. */
export interface TestApp extends AsyncDisposable {
  readonly context: Context
  readonly url: string
  readonly dataDir: string
  readonly emulator: Emulator
  /** A client of the embedded spreadsheet provider. The provider runs in the thread of the tests. */
  readonly sheets: sheets_v4.Sheets
  /** Client of a signed-in browser. */
  readonly member: ApiClient
  readonly visitor: ApiClient
  /** Opens another browser without a sign-in. */
  newVisitor(): ApiClient
}

/** Starts the app on free ports. Disposing of it also deletes its data. */
export async function startTestApp({
  env = {},
  isEmbedded,
  isSignedIn = true,
  refusesLongRanges = false,
  ...options
}: Options = {}): Promise<TestApp> {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = parts.use(await openAppDatabase({ dataDir, isEmbedded }))
  copyKeys(dataDir)
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none', ...database.env, ...env })
  let emulator: Emulator | undefined
  const { context, url } = parts.use(
    await start(config, {
      checksReplies: true,
      pause: shorterPause,
      alertTiming: NO_ALERT_PASSES,
      ...database.options,
      ...options,
      startEmbedded: async (embedded) => {
        const now = options.now ?? (() => new Date())
        emulator = await startEmulator({ ...embedded, now, refusesLongRanges })
        return emulator
      },
    }),
  )
  if (emulator === undefined) throw new Error('A test app needs the embedded spreadsheet provider')
  const newVisitor = () => new ApiClient(url)
  const member = newVisitor()
  if (isSignedIn) await member.signIn(MEMBER_EMAIL)
  const running = parts.move()
  return {
    context,
    url,
    dataDir,
    emulator,
    sheets: new sheets_v4.Sheets({ rootUrl: `${emulator.url}/`, retry: false }),
    member,
    visitor: newVisitor(),
    newVisitor,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Returns an empty database for an app. On a server, the app uses the connections of earlier apps. */
async function openAppDatabase({ dataDir, isEmbedded }: { dataDir: string; isEmbedded: boolean | undefined }) {
  if (isEmbedded || adminUrl() === undefined) return { ...openEmbeddedDatabase(dataDir), options: {} }
  const { env, ...database } = await openFreshDatabase()
  const opened = { ...database, [Symbol.asyncDispose]: async () => undefined }
  /** Opens the database of the settings, unless a test has set another one. */
  const openAppsDatabase: typeof openDatabase = async (choice, options) =>
    'databaseUrl' in choice && choice.databaseUrl === env['DATABASE_URL'] ? opened : openDatabase(choice, options)
  return { env, options: { openDatabase: openAppsDatabase }, [Symbol.asyncDispose]: database[Symbol.asyncDispose] }
}
