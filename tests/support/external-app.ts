import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from '@nano-sync/sheets-emulator'
import type { Lending } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { readConfig } from '#server/config/config.ts'
import { start } from '#server/start/start.ts'
import { NO_ALERT_PASSES } from './alert-passes.ts'
import { ApiClient } from './api-client.ts'
import { buildTaskTypeFields } from './build-task-fields.ts'
import { runToEnd } from './run-to-end.ts'
import { startSheetsOidcProvider } from './sheets-oidc-provider.ts'
import { shorterPause } from './shorter-pause.ts'
import { openTestDatabase } from './test-database.ts'

export const PUBLIC_URL = 'https://nano.example'
/** Quota above the needs of a test, because requests within a small quota are spread over the minute. */
const AMPLE_QUOTA = { READS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000' }

interface ExternalOptions extends Omit<NonNullable<Parameters<typeof start>[1]>, 'now'> {
  /** Time at which the clock starts; defaults to now. */
  startAt?: string
}

/** Starts the app with an external sign-in provider and an external spreadsheet provider. */
export async function startExternalApp(
  env: Record<string, string> = {},
  { startAt, ...options }: ExternalOptions = {},
) {
  await using parts = new AsyncDisposableStack()
  // Start ten seconds into a minute, so the quota does not refill during a test.
  let shiftMs = startAt === undefined ? 10_000 - (Date.now() % MINUTE_MS) : Date.parse(startAt) - Date.now()
  const now = () => new Date(Date.now() + shiftMs)
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-accounts-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = parts.use(await openTestDatabase(dataDir))
  const signInProvider = parts.use(await startSheetsOidcProvider({ publicUrl: PUBLIC_URL }))
  const emulator = parts.use(await startEmulator({ host: '127.0.0.1', port: 0, now }))
  const settings = { PORT: '0', DATA_DIR: dataDir, SHEETS_API_URL: emulator.url, ...AMPLE_QUOTA, ...database.env }
  const startWith = (changed: Record<string, string>) =>
    start(readConfig({ ...settings, ...signInProvider.env, ...env, ...changed }), {
      pause: shorterPause,
      alertTiming: NO_ALERT_PASSES,
      ...options,
      now,
    })
  let app = await startWith({})
  parts.defer(() => app[Symbol.asyncDispose]())
  const running = parts.move()

  /** Starts another node on the same database, which must be on a server. */
  async function startNode() {
    await using nodeParts = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'nano-sync-node-'))
    nodeParts.defer(() => rm(folder, { recursive: true, force: true }))
    const node = nodeParts.use(await startWith({ DATA_DIR: folder }))
    const started = nodeParts.move()
    return { url: node.url, [Symbol.asyncDispose]: () => started.disposeAsync() }
  }

  /**
   * Opens a browser in which the user has signed in and connected their spreadsheets. Only their own tasks may use the access,
   * unless `lending` allows more.
   */
  async function signedIn(email: string, { lending }: { lending?: Lending } = {}): Promise<ApiClient> {
    const browser = new ApiClient(app.url)
    await signInProvider.signIn({ browser, email })
    await signInProvider.connect({ browser, email })
    if (lending) await browser.call(api.access.update, { body: { lending } })
    return browser
  }

  async function spreadsheet(): Promise<string> {
    const response = await fetch(`${emulator.url}/v4/spreadsheets`, { method: 'POST', body: '{}' })
    const { spreadsheetId }: { spreadsheetId: string } = await response.json()
    await write(spreadsheetId, ['Code', spreadsheetId])
    return spreadsheetId
  }

  /** Writes the first cells of the first column. */
  async function write(spreadsheetId: string, [first, second]: readonly [string, string]): Promise<void> {
    const path = `/v4/spreadsheets/${spreadsheetId}/values/A1:A2?valueInputOption=RAW`
    await fetch(emulator.url + path, { method: 'PUT', body: JSON.stringify({ values: [[first], [second]] }) })
  }

  return {
    get app() {
      return app
    },
    /** Restarts the app on the same data with these settings, at another address. Sessions stay. */
    async restart(changed: Record<string, string>, { whileStopped = () => {} } = {}) {
      await app[Symbol.asyncDispose]()
      whileStopped()
      app = await startWith(changed)
    },
    startNode,
    signInProvider,
    emulator,
    dataDir,
    signedIn,
    spreadsheet,
    write,
    advanceTime(ms: number) {
      shiftMs += ms
    },
    /** Creates a task with these accounts, between two new spreadsheets. */
    async task(creator: ApiClient, ...accounts: string[]): Promise<number> {
      const type = await creator.call(api.taskTypes.create, { body: buildTaskTypeFields({ max_retries: 0 }) })
      const ends = { source_ss_id: await spreadsheet(), target_ss_id: await spreadsheet() }
      const body = { sync_task_type_id: type.id, ...ends, relevant_user_accounts: accounts.join(', ') }
      return (await creator.call(api.tasks.create, { body })).id
    },
    /** Runs a task to its end; returns its status and log, and the accounts of the requests to the spreadsheets. */
    async run(creator: ApiClient, id: number) {
      emulator.requests.clear()
      const linesBefore = await creator.call(api.taskLogs.list, { params: { id } })
      const task = await runToEnd(creator, id)
      const lines = await creator.call(api.taskLogs.list, { params: { id } })
      // Meanwhile the app reads titles of other tasks' spreadsheets in the background.
      const isOwn = (id: string | undefined) => id === task.source_ss_id || id === task.target_ss_id
      const requests = emulator.requests.entries.filter(({ spreadsheetId }) => isOwn(spreadsheetId))
      const tokens = [...new Set(requests.map((entry) => entry.account))]
      return {
        status: task.task_status,
        log: lines.slice(linesBefore.length).map(({ level, message }) => `${level} ${message}`),
        accounts: await Promise.all(tokens.map((token) => signInProvider.readEmail(token))),
        tokens,
        statuses: [...new Set(requests.map((entry) => entry.status))],
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export type ExternalApp = Awaited<ReturnType<typeof startExternalApp>>
