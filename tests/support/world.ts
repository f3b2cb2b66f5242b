import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sheets_v4 } from '@googleapis/sheets'
import type { Emulator } from '#emulator/start-emulator.ts'
import { readConfig } from '#server/config.ts'
import { type App, start } from '#server/start.ts'
import { ApiClient } from './api-client.ts'
import { openTestDatabase } from './test-database.ts'

export const MEMBER_EMAIL = 'ada@example.com'

type StartOptions = Parameters<typeof start>[1]

interface WorldOptions extends NonNullable<StartOptions> {
  /** Settings beside those that a test needs anyway. */
  env?: Readonly<Record<string, string>>
}

/** The whole product, real in every part, in a folder of its own. */
interface World extends AsyncDisposable {
  readonly app: App
  readonly url: string
  readonly dataDir: string
  readonly emulator: Emulator
  /** A client of the embedded spreadsheet provider. */
  readonly sheets: sheets_v4.Sheets
  /** Signed in. */
  readonly member: ApiClient
  readonly visitor: ApiClient
  /** Another browser, not signed in. */
  newVisitor(): ApiClient
}

/** Starts the app on free ports with an empty database and no samples; all of it is gone when the world is disposed of. */
export async function startWorld({ env = {}, ...options }: WorldOptions = {}): Promise<World> {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = parts.use(await openTestDatabase(dataDir))
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none', ...database.env, ...env })
  const app = parts.use(await start(config, options))
  const { emulator } = app
  if (emulator === undefined) throw new Error('A world keeps its spreadsheets in the embedded provider')
  const newVisitor = () => new ApiClient(app.url)
  const member = newVisitor()
  await member.signIn(MEMBER_EMAIL)
  const running = parts.move()
  return {
    app,
    url: app.url,
    dataDir,
    emulator,
    sheets: new sheets_v4.Sheets({ rootUrl: `${emulator.url}/`, retry: false }),
    member,
    visitor: newVisitor(),
    newVisitor,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
