import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const RECONNECT_AFTER_MS = 1000
/** A connection whose other end is gone without a word is found out by asking. */
const CHECK_EVERY_MS = 15_000
const ANSWER_TIMEOUT_MS = 10_000

interface Options {
  databaseUrl: string
  channel: string
  onPayload: (payload: string) => void
  onGap: () => void
}

/** Listens on a connection of its own and opens a new one whenever it breaks; the answer ends it. */
export async function listenOnPostgres(options: Options): Promise<() => Promise<void>> {
  const stop = new AbortController()
  let client = await subscribe({ ...options, onLost })

  function onLost(): void {
    if (!stop.signal.aborted) void resubscribe()
  }

  async function resubscribe(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await delay(RECONNECT_AFTER_MS, undefined, { signal: stop.signal })
        client = await subscribe({ ...options, onLost })
        if (stop.signal.aborted) return await client.end()
        options.onGap()
        return
      } catch {
        // The server is still away, or the listener was ended: the loop's condition tells.
      }
    }
  }

  return async () => {
    stop.abort()
    await client.end()
  }
}

async function subscribe(options: Options & { onLost: () => void }): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  const drop = () => client.end().catch(() => undefined)
  client.on('error', drop)
  try {
    await client.connect()
    await client.query(`LISTEN ${client.escapeIdentifier(options.channel)}`)
  } catch (error) {
    void drop()
    throw error
  }
  const check = setInterval(() => client.query('SELECT 1').catch(drop), CHECK_EVERY_MS)
  client.on('notification', ({ payload }) => options.onPayload(payload ?? ''))
  client.on('end', () => {
    clearInterval(check)
    options.onLost()
  })
  return client
}
