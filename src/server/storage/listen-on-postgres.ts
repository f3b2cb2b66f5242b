import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SECOND_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import type { Listener, Subscription } from './database.ts'
import { ConnectionError } from './database-fault.ts'
import type { OutageLog } from './outage-log.ts'
import { prepareSession, sessionOptions } from './postgres-session.ts'

const RECONNECT_AFTER_MS = SECOND_MS
/** Time between two checks for connections that broke without being closed. */
const CHECK_EVERY_MS = 15 * SECOND_MS
const RESPONSE_TIMEOUT_MS = 10 * SECOND_MS
/** Maximum time for a goodbye: a lost server does not confirm the end of a connection. */
const DISCONNECT_TIMEOUT_MS = SECOND_MS

interface Options extends Listener {
  databaseUrl: string
  channel: string
  outage: OutageLog
}

/** Listens on its own connection and reconnects whenever it breaks. */
export async function listenOnPostgres(options: Options): Promise<Subscription> {
  const { outage } = options
  const stop = new AbortController()
  let client = await subscribe({ ...options, onLost })

  function onLost(error: unknown): void {
    if (stop.signal.aborted) return
    outage.failed(error)
    options.onBroken?.()
    void resubscribe()
  }

  async function resubscribe(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await delay(RECONNECT_AFTER_MS, undefined, { signal: stop.signal })
        client = await subscribe({ ...options, onLost })
        if (stop.signal.aborted) return await disconnect(client)
        outage.succeeded()
        options.onGap()
        return
      } catch (error) {
        if (!stop.signal.aborted) outage.failed(error)
      }
    }
  }

  return {
    async stop() {
      stop.abort()
      await disconnect(client)
    },
  }
}

async function disconnect(client: pg.Client): Promise<void> {
  await Promise.race([client.end(), delay(DISCONNECT_TIMEOUT_MS, undefined, { ref: false })])
  client.connection.stream.destroy()
}

async function subscribe(options: Options & { onLost: (error: unknown) => void }): Promise<pg.Client> {
  const client = new pg.Client({ ...sessionOptions(options.databaseUrl), query_timeout: RESPONSE_TIMEOUT_MS })
  let lostBecause: unknown = new Error('The database server closed the connection')
  const drop = (error: unknown) => {
    lostBecause = error
    // Ending a broken connection fails too, for the same reason.
    client.end().catch(() => undefined)
  }
  client.on('error', drop)
  try {
    await client.connect()
    await prepareSession(client)
    await client.query(`LISTEN ${client.escapeIdentifier(options.channel)}`)
  } catch (error) {
    drop(error)
    throw new ConnectionError(error)
  }
  const work = async () => {
    await client.query('SELECT 1')
  }
  const checks = every(CHECK_EVERY_MS, { work, onError: drop })
  client.on('notification', ({ payload }) => options.onPayload(payload ?? ''))
  client.on('end', () => {
    void checks[Symbol.asyncDispose]()
    options.onLost(lostBecause)
  })
  return client
}
