import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SECOND_MS } from '#domain/time.ts'
import { ConnectionLine } from './connection-line.ts'
import { isServerFull } from './database-fault.ts'
import type { OutageLog } from './outage-log.ts'
import { CONNECT_TIMEOUT_MS, prepareSession, sessionOptions } from './postgres-session.ts'

/** Time for which a pool asks a full server for no more connections than it has. */
const FULL_MS = 5 * SECOND_MS
/** Delay between two tries of a pool without any connection. */
const FULL_RETRY_MS = 0.25 * SECOND_MS

interface Options {
  databaseUrl: string
  max: number
  outage: OutageLog
  /** The server allows no more connections. */
  shortage: OutageLog
}

/** A pool of connections with limits. A broken connection ends neither the process nor a caller's wait. */
export function openPostgresPool({ databaseUrl, max, outage, shortage }: Options): pg.Pool {
  const pool = new PatientPool({ ...sessionOptions(databaseUrl), max, onConnect: prepareSession }, shortage)
  // The pool replaces a broken idle connection. Without a listener, the error would end the process.
  pool.on('error', (error) => outage.failed(error))
  pool.on('connect', (client) => {
    // The pool does not listen to a connection in use. Its user gets the error with the next statement.
    client.on('error', () => undefined)
    outage.succeeded()
  })
  return pool
}

type Callback = Parameters<pg.Pool['connect']>[0]

/**
 * A pool with a line for connections, pages before workers. While the server allows no more, callers share the open
 * connections instead of failing.
 */
class PatientPool extends pg.Pool {
  readonly #line: ConnectionLine
  readonly #taken = new WeakSet<pg.PoolClient>()
  readonly #shortage: OutageLog
  #limitWhileFull = 0
  #fullUntilMs = 0

  constructor(config: pg.PoolConfig & { max: number }, shortage: OutageLog) {
    super(config)
    this.#shortage = shortage
    this.#line = new ConnectionLine(() => (this.#isServerFull ? this.#limitWhileFull : config.max))
    this.on('release', (_error, client) => {
      // The pool takes the connection back right after this event.
      if (this.#taken.delete(client)) queueMicrotask(() => this.#line.leave())
    })
    this.on('connect', () => {
      if (!this.#isServerFull) shortage.succeeded()
    })
  }

  get #isServerFull(): boolean {
    return performance.now() < this.#fullUntilMs
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectInTurn()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    )
    return undefined
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    const deadlineMs = performance.now() + CONNECT_TIMEOUT_MS
    for (;;) {
      await this.#line.enter(deadlineMs - performance.now())
      try {
        const client = await super.connect()
        this.#taken.add(client)
        return client
      } catch (error) {
        const mayRetry = isServerFull(error) && performance.now() < deadlineMs
        if (mayRetry) await this.#waitForServer(error)
        this.#line.leave()
        if (!mayRetry) throw error
      }
    }
  }

  async #waitForServer(error: unknown): Promise<void> {
    this.#shortage.failed(error)
    this.#fullUntilMs = performance.now() + FULL_MS
    this.#limitWhileFull = Math.max(1, this.totalCount)
    // Otherwise the place in line is free as soon as a caller releases a connection.
    if (this.totalCount === 0) await delay(FULL_RETRY_MS)
  }
}
