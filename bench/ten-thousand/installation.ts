import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { MINUTE_MS } from '#domain/time.ts'
import { runSync } from '#engine/run-sync.ts'
import { createGoogle, type Google } from '#server/google/google.ts'
import { createPostgresQuotaStore } from '#server/google/quota-store.ts'
import type { UserAccountCache } from '#server/google/user-account-cache.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Database, Orm } from '#server/storage/database.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { startTestClusterOn } from '#tests/support/test-cluster.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { startTestProvider, type TestProvider } from '#tests/support/test-provider.ts'
import { APP_TIMING } from '../queue/run-all.ts'
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts'
import { addTasks, edited } from './add-tasks.ts'

const NODES = 3
const WORKERS = 8
/** Google's limits, enforced by the provider. */
export const QUOTA = {
  readsPerMinute: 60,
  writesPerMinute: 60,
  projectReadsPerMinute: 300,
  projectWritesPerMinute: 300,
}
/** Spreadsheets that are created at once. */
const AT_ONCE = 16
const ROWS = 20
/** Time of a lease: the benchmark moves the clock, and nobody renews leases meanwhile. */
const LEASE_MS = 48 * 60 * MINUTE_MS
const PROJECT = 'ledger'

/** Tasks of people, three nodes that work on them, and the provider. Nobody but the benchmark moves the clock. */
export interface Installation extends AsyncDisposable {
  readonly tasks: number
  readonly clock: VirtualClock
  readonly provider: TestProvider
  readonly env: Readonly<Record<string, string>>
  readonly orm: Orm
  readonly google: Google
  readonly queue: Queue
  /** Whether a node is at work on something that does not wait for the clock. */
  isBusy(): boolean
  /** Changes a cell of one source in so many. */
  edit(oneIn: number): Promise<void>
}

/**
 * People's own accounts, with their addresses as access tokens. They belong to one OAuth client, so to one Cloud project.
 */
const userAccounts: UserAccountCache = {
  hasAny: async () => true,
  get: (name) => ({ name, project: PROJECT, authorize: async () => ({ authorization: `Bearer ${name}` }) }),
}

export async function openInstallation({ tasks, startMs }: { tasks: number; startMs: number }): Promise<Installation> {
  await using parts = new AsyncDisposableStack()
  const clock = createVirtualClock(startMs)
  const { now } = clock
  const provider = parts.use(await startTestProvider({ now }))
  const { env } = parts.use(await openTestDatabase(tmpdir()))
  const databaseUrl = env['DATABASE_URL']
  if (databaseUrl === undefined) throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server')
  const open = async () => await openDatabase({ databaseUrl }, { logger: pino({ level: 'error' }), now })
  const databases: Database[] = []
  for (let node = 0; node < NODES; node += 1) databases.push(await open())
  const [database] = databases
  if (!database) throw new Error('No node')
  const { orm } = database
  const cluster = parts.use(startTestClusterOn(database))
  for (const other of databases.slice(1)) parts.use(other)

  const sources: string[] = []
  await createSpreadsheets(provider, tasks, sources)
  await addTasks(orm, { tasks, ids: sources, now: now() })
  provider.emulator.requests.clear()

  const connect = ({ pool }: Database) =>
    createGoogle({
      config: { sheetsUrl: provider.emulator.url, driveUrl: provider.emulator.url, ...QUOTA },
      userAccounts,
      ...(pool && { quotaStore: createPostgresQuotaStore(pool) }),
      now,
      random: () => 0.5,
      pause: clock.pause,
    })
  const timing = { ...APP_TIMING, leaseMs: LEASE_MS, heartbeatMs: MINUTE_MS }
  const queues: Queue[] = []
  const googles = databases.map(connect)
  for (const [index, own] of databases.entries()) {
    const google = googles[index]
    if (!google) continue
    queues.push(
      parts.use(await cluster.startNode({ database: own, google, sync: runSync, now, workers: WORKERS, timing })),
    )
  }
  const [queue] = queues
  const [google] = googles
  if (!queue || !google) throw new Error('No node')
  const opened = parts.move()
  return {
    tasks,
    clock,
    provider,
    env,
    orm,
    google,
    queue,
    isBusy: () =>
      databases.some(({ pool }) => pool && pool.totalCount > pool.idleCount) ||
      provider.emulator.requests.entries.some(({ status }) => status === null),
    async edit(oneIn) {
      provider.emulator.faults.clear()
      for (const [index, id] of sources.entries())
        if (index % 2 === 0 && edited(index / 2, oneIn)) await provider.write(id, 'B3', [[now().getTime()]])
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** A source and an equal target for each task, in turns. */
async function createSpreadsheets(provider: TestProvider, tasks: number, ids: string[]): Promise<void> {
  const rows = (task: number) =>
    Array.from({ length: ROWS }, (_, row) => [`${task}/${row}`, row, row * 2, row === 0 ? 'State' : 'active'])
  let next = 0
  const work = async () => {
    for (let index = next++; index < 2 * tasks; index = next++)
      ids[index] = await provider.spreadsheet({ title: 'Orders', rows: rows(Math.floor(index / 2)) })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
