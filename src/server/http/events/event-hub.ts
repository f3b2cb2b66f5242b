import { PassThrough, type Readable } from 'node:stream'
import type { Logger } from 'pino'
import { Refusal } from '#contract/errors.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Sessions } from '#server/auth/sessions.ts'
import { every } from '#server/pace/every.ts'
import type { Database } from '#server/storage/database.ts'
import { type ChannelClient, createEventChannel, type EventChannel } from './event-channel.ts'
import { GZIP_START } from './event-message.ts'
import type { Pace } from './event-pace.ts'
import type { ChangeReader } from './read-changes.ts'

export const MAX_CLIENTS = 500
export const MAX_CLIENTS_PER_PERSON = 20

export interface EventTiming extends Pace {
  readonly heartbeatMs: number
  readonly slowIntervalMs: number
}
export const DEFAULT_EVENT_TIMING: EventTiming = {
  firstMs: 5,
  minIntervalMs: 250,
  maxIntervalMs: 2 * SECOND_MS,
  slowIntervalMs: 10 * SECOND_MS,
  heartbeatMs: 15 * SECOND_MS,
}

export interface EventHub extends AsyncDisposable {
  /**
   * Returns a stream of server-sent events that ends with its session.
   * @throws Refusal `unavailable` when too many pages are connected, `too_many_requests` when one person has too many
   */
  connect(page: Page): Readable
  /** Names the last event sent to pages; undefined while changes may be missed. */
  position(): string | undefined
  /** Whether a page with the events up to this position is up to date, or is about to be. */
  isLive(position: string): boolean
}

interface Page {
  sessionId: string
  email: string
  signal: AbortSignal
  pace: 'live' | 'slow'
  /** Whether it receives the events compressed. */
  isZipped: boolean
}

interface Client extends ChannelClient {
  readonly sessionId: string
  readonly email: string
  readonly channel: EventChannel
  /** Whether it had unread events at the last heartbeat. */
  wasBehind: boolean
}

interface Options {
  database: Pick<Database, 'listen'>
  sessions: Pick<Sessions, 'activeAmong'>
  /** Readers to turn batches of notifications into events, once for all pages with the same pace. */
  readers: Readonly<Record<Page['pace'], ChangeReader>>
  logger: Logger
  timing: EventTiming
}

/**
 * Pushes changes to open pages. The database notifies every node of every change; notifications are batched, read once
 * and sent to all pages. While no page is connected, nothing is read.
 */
export async function openEventHub({ database, sessions, readers, logger, timing }: Options): Promise<EventHub> {
  const { slowIntervalMs } = timing
  const slow = { firstMs: slowIntervalMs, minIntervalMs: slowIntervalMs, maxIntervalMs: slowIntervalMs }
  const channels = {
    live: createEventChannel({ reader: readers.live, pace: timing, logger }),
    slow: createEventChannel({ reader: readers.slow, pace: slow, logger }),
  }
  const all = Object.values(channels)
  /** Clients connected or about to be connected. */
  const clients = new Set<Client>()
  /** Whether changes may be missed. */
  let isBroken = false

  const { stop } = await database.listen('nano_sync', {
    onPayload(payload) {
      if (payload === 'sessions') endStreams()
      else for (const channel of all) channel.onNotification(payload)
    },
    onBroken() {
      isBroken = true
    },
    onGap() {
      isBroken = false
      for (const channel of all) channel.reloadAll()
    },
  })
  function beat(): void {
    endStreams()
    dropStalled(clients)
    for (const channel of all) channel.beat()
  }
  const onError = (err: unknown) => logger.error({ err }, 'Could not keep event streams alive')
  const heartbeat = every(timing.heartbeatMs, { work: beat, onError })

  function endStreams(): void {
    endClosedSessions(clients, sessions).catch((error: unknown) =>
      logger.warn({ err: error }, 'Could not check the sessions of open pages'),
    )
  }

  return {
    connect({ sessionId, email, signal, pace, isZipped }) {
      refuseTooMany([...clients], email)
      const channel = channels[pace]
      const stream = new PassThrough()
      // Write the header at once: a stream that fails before its first byte would become an error reply marked as compressed.
      if (isZipped) stream.write(GZIP_START)
      const client: Client = { stream, sessionId, email, isZipped, channel, wasBehind: false }
      clients.add(client)
      const start = () => {
        if (!stream.destroyed) channel.add(client)
      }
      if (channel.size > 0) start()
      else readers[pace].reset().then(start, (error: unknown) => stream.destroy(error as Error))
      stream.once('close', () => {
        clients.delete(client)
        channel.remove(client)
      })
      signal.addEventListener('abort', () => stream.destroy(), { once: true })
      return stream
    },
    position: () => (isBroken ? undefined : channels.live.position),
    isLive: (position) => !isBroken && channels.live.isLive(position),
    async [Symbol.asyncDispose]() {
      await heartbeat[Symbol.asyncDispose]()
      await Promise.all(all.map((channel) => channel.stop()))
      await stop()
    },
  }
}

function refuseTooMany(clients: readonly Client[], email: string): void {
  if (clients.length >= MAX_CLIENTS)
    throw new Refusal('unavailable', 'Too many pages are open. Close some and reload, or try again later.')
  if (clients.filter((client) => client.email === email).length >= MAX_CLIENTS_PER_PERSON)
    throw new Refusal(
      'too_many_requests',
      `You have ${MAX_CLIENTS_PER_PERSON} pages open. Close some: this one shows changes only when it is reloaded.`,
    )
}

/** Ends the streams of sessions that have ended on any node. */
async function endClosedSessions(clients: ReadonlySet<Client>, sessions: Pick<Sessions, 'activeAmong'>): Promise<void> {
  if (clients.size === 0) return
  const connected = [...clients]
  const active = await sessions.activeAmong([...new Set(connected.map(({ sessionId }) => sessionId))])
  for (const client of connected) {
    if (active.has(client.sessionId)) continue
    client.channel.remove(client)
    client.stream.end()
  }
}

/** Disconnects pages with unread events at two heartbeats in a row. */
function dropStalled(clients: ReadonlySet<Client>): void {
  for (const client of clients) {
    const isBehind = client.stream.readableLength > 0
    if (isBehind && client.wasBehind) client.stream.destroy()
    client.wasBehind = isBehind
  }
}
