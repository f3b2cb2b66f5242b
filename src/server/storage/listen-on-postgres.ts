import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SECOND_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import type { Database, Listener } from './database.ts'
import { ConnectionError } from './database-fault.ts'
import type { OutageLog } from './outage-log.ts'
import { prepareSession, sessionOptions } from './postgres-session.ts'

const RECONNECT_AFTER_MS = SECOND_MS
/** Time between two checks for connections that broke without being closed. */
const CHECK_EVERY_MS = 15 * SECOND_MS
const RESPONSE_TIMEOUT_MS = 10 * SECOND_MS
/** Maximum time to disconnect, because a lost server never confirms the end of a connection. */
const DISCONNECT_TIMEOUT_MS = SECOND_MS

interface Options {
  databaseUrl: string
  outage: OutageLog
}

interface ChannelListener extends Listener {
  channel: string
}

/**
 * Listens on one connection for all listeners of this process. Opens it for the first listener, closes it after the last, and
 * reconnects when it breaks.
 * @returns the `listen` of a database
 */
export function listenOnPostgres({ databaseUrl, outage }: Options): Database['listen'] {
  const listeners = new Set<ChannelListener>()
  /** Undefined while the connection is lost, and while there are no listeners. */
  let connection: Promise<pg.Client> | undefined

  function connect(): Promise<pg.Client> {
    const connecting = subscribe({ databaseUrl, listeners, onLost })
    connection = connecting
    connecting.then(outage.succeeded, () => leave(connecting))
    return connecting

    function onLost(error: unknown): void {
      if (!leave(connecting) || listeners.size === 0) return
      outage.failed(error)
      for (const listener of listeners) listener.onBroken?.()
      void reconnect()
    }
  }

  /** Gives up a connection. Returns whether the listeners were using it. */
  function leave(former: Promise<pg.Client>): boolean {
    if (connection !== former) return false
    connection = undefined
    return true
  }

  async function reconnect(): Promise<void> {
    while (listeners.size > 0) {
      await delay(RECONNECT_AFTER_MS, undefined, { ref: false })
      if (listeners.size === 0) return
      try {
        await (connection ?? connect())
        for (const listener of listeners) listener.onGap()
        return
      } catch (error) {
        if (listeners.size > 0) outage.failed(error)
      }
    }
  }

  async function stop(listener: ChannelListener): Promise<void> {
    listeners.delete(listener)
    if (listeners.size > 0 || !connection) return
    const last = connection
    connection = undefined
    await last.then(disconnect, () => undefined)
  }

  return async (channel, options) => {
    const listener = { channel, ...options }
    listeners.add(listener)
    try {
      if (connection) await listenTo(await connection, [channel])
      else await connect()
    } catch (error) {
      await stop(listener)
      throw new ConnectionError(error)
    }
    return { stop: () => stop(listener) }
  }
}

async function disconnect(client: pg.Client): Promise<void> {
  await Promise.race([client.end(), delay(DISCONNECT_TIMEOUT_MS, undefined, { ref: false })])
  client.connection.stream.destroy()
}

interface SubscribeOptions extends Pick<Options, 'databaseUrl'> {
  listeners: ReadonlySet<ChannelListener>
  onLost: (error: unknown) => void
}

/** Connects and listens to the channels of all listeners. */
async function subscribe({ databaseUrl, listeners, onLost }: SubscribeOptions): Promise<pg.Client> {
  const client = new pg.Client({ ...sessionOptions(databaseUrl), query_timeout: RESPONSE_TIMEOUT_MS })
  let lostBecause: unknown = new Error('The database server closed the connection')
  const drop = (error: unknown) => {
    lostBecause = error
    // Ignore this failure: ending a broken connection fails for the same reason.
    client.end().catch(() => undefined)
  }
  client.on('error', drop)
  try {
    await client.connect()
    await prepareSession(client)
    await listenTo(client, new Set([...listeners].map(({ channel }) => channel)))
  } catch (error) {
    drop(error)
    throw error
  }
  const work = async () => {
    await client.query('SELECT 1')
  }
  const checks = every(CHECK_EVERY_MS, { work, onError: drop })
  client.on('notification', ({ channel, payload = '' }) => {
    for (const listener of listeners) if (listener.channel === channel) listener.onPayload(payload)
  })
  client.on('end', () => {
    void checks[Symbol.asyncDispose]()
    onLost(lostBecause)
  })
  return client
}

async function listenTo(client: pg.Client, channels: Iterable<string>): Promise<void> {
  const statements = [...channels].map((channel) => `LISTEN ${client.escapeIdentifier(channel)}`)
  await client.query(statements.join('; '))
}
