import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SECOND_MS } from '#domain/time.ts'
import { ConnectionLine } from './connection-line.ts'
import { isServerFull } from './database-fault.ts'
import type { OutageLog } from './outage-log.ts'
import { CONNECT_TIMEOUT_MS, prepareSession, sessionOptions } from './postgres-session.ts'

/** Time during which the pool opens no further connections after the server refused one. */
const FULL_MS = 5 * SECOND_MS
/** Delay between two tries of a pool that has no connection. */
const FULL_RETRY_MS = 0.25 * SECOND_MS

interface Options {
  databaseUrl: string
  max: number
  outage: OutageLog
  /** Logs times when the server allows no more connections. */
  shortage: OutageLog
}

/** Opens a pool of connections with limits. A broken connection neither ends the process nor makes a caller wait forever. */
export function openPostgresPool({ databaseUrl, max, outage, shortage }: Options): pg.Pool {
  const pool = new PatientPool({ ...sessionOptions(databaseUrl), max, onConnect: prepareSession }, shortage)
  // The pool replaces a broken idle connection. Without this listener, the error would end the process.
  pool.on('error', (error) => outage.failed(error))
  pool.on('connect', (client) => {
    // The pool ignores errors of a connection in use: its user gets the error with the next statement.
    client.on('error', () => undefined)
    outage.succeeded()
  })
  return pool
}

type Callback = Parameters<pg.Pool['connect']>[0]

/**
 * A pool whose callers wait in line for connections, pages before workers. If the server allows no more connections, callers
 * share the open ones instead of failing.
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
    // With open connections, the place in line becomes free when a caller releases one. Without any, wait before the next try.
    if (this.totalCount === 0) await delay(FULL_RETRY_MS)
  }
}
