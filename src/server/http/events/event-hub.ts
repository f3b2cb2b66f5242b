import { PassThrough, type Readable } from 'node:stream'
import type { Logger } from 'pino'
import { Refusal } from '#contract/errors.ts'
import { PushEvent } from '#contract/event.ts'
import type { Sessions } from '#server/auth/sessions.ts'
import type { ChangeFeed } from '#server/http/change-feed.ts'
import { addChange, type ChangeBatch, emptyBatch } from './change-batch.ts'

export const MAX_CLIENTS = 500
export const MAX_CLIENTS_PER_PERSON = 20
/** A page that falls this far behind is disconnected, and reloads everything when it reconnects. */
const MAX_UNREAD_BYTES = 1024 * 1024
const RECONNECT_MS = 3000

export const DEFAULT_EVENT_TIMING = { coalesceMs: 250, heartbeatMs: 15_000 }
export type EventTiming = typeof DEFAULT_EVENT_TIMING

export interface EventHub extends AsyncDisposable {
  /**
   * A stream of server-sent events that ends with its session.
   * @throws Refusal `unavailable` when too many pages are connected, `too_many_requests` when one person has too many
   */
  connect(client: { sessionId: string; email: string; signal: AbortSignal }): Readable
}

interface Client {
  readonly sessionId: string
  readonly email: string
  /** Whether it had unread events at the last heartbeat. */
  wasBehind: boolean
}

interface Options {
  changeFeed: Pick<ChangeFeed, 'subscribe'>
  sessions: Pick<Sessions, 'activeAmong'>
  /** Turns a batch of notifications into events, once for all pages. */
  readChanges: (batch: ChangeBatch) => Promise<PushEvent[]>
  /** Called before the first page is connected. */
  onFirstClient: () => Promise<void>
  logger: Logger
  timing: EventTiming
}

/**
 * Pushes changes to open pages. The database notifies every node of every change; notifications are batched, read once
 * and sent to all pages. While no page is connected, nothing is read.
 */
export function createEventHub(options: Options): EventHub {
  const { changeFeed, logger, timing } = options
  /** Everyone who is connected or about to be. */
  const opened = new Set<Client>()
  const clients = new Map<PassThrough, Client>()
  let batch = emptyBatch()
  let timer: NodeJS.Timeout | undefined
  let pushing = Promise.resolve()

  function onNotification(payload: string): void {
    if (clients.size === 0) return
    if (payload === 'sessions') {
      endStreams()
      return
    }
    addChange(batch, payload)
    timer ??= setTimeout(() => {
      pushing = pushing.then(push).catch((error: unknown) => {
        logger.error({ err: error }, 'Could not push changes to open pages')
        reloadAll()
      })
    }, timing.coalesceMs)
  }

  function endStreams(): void {
    endClosedSessions(clients, options.sessions).catch((error: unknown) =>
      logger.warn({ err: error }, 'Could not check the sessions of open pages'),
    )
  }

  async function push(): Promise<void> {
    timer = undefined
    const changes = batch
    batch = emptyBatch()
    if (clients.size === 0) return
    for (const event of await options.readChanges(changes)) {
      send(clients, `data: ${JSON.stringify(PushEvent.parse(event))}\n\n`)
    }
  }

  /** Makes the pages reload everything, without reading anything here. */
  function reloadAll(): void {
    for (const list of ['tasks', 'task_types', 'schedules', 'csv_jobs']) onNotification(list)
  }

  const unsubscribe = changeFeed.subscribe({ onPayload: onNotification, onGap: reloadAll })
  const heartbeat = setInterval(endStreams, timing.heartbeatMs)

  return {
    connect({ sessionId, email, signal }) {
      refuseTooMany([...opened], email)
      const client = { sessionId, email, wasBehind: false }
      opened.add(client)
      const stream = new PassThrough()
      const start = () => {
        if (stream.destroyed) return
        stream.write(`retry: ${RECONNECT_MS}\n\n`)
        clients.set(stream, client)
      }
      if (clients.size > 0) start()
      else options.onFirstClient().then(start, (error: unknown) => stream.destroy(error as Error))
      stream.once('close', () => {
        opened.delete(client)
        clients.delete(stream)
      })
      signal.addEventListener('abort', () => stream.destroy(), { once: true })
      return stream
    },
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat)
      clearTimeout(timer)
      unsubscribe()
      await pushing
      for (const stream of clients.keys()) stream.end()
      clients.clear()
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

function send(clients: ReadonlyMap<PassThrough, Client>, message: string): void {
  for (const stream of clients.keys()) {
    if (stream.readableLength + stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
    else stream.write(message)
  }
}

/** Keeps connections alive, and closes those whose session has ended on any node. */
async function endClosedSessions(
  clients: Map<PassThrough, Client>,
  sessions: Pick<Sessions, 'activeAmong'>,
): Promise<void> {
  if (clients.size === 0) return
  const connected = [...clients]
  const active = await sessions.activeAmong([...new Set(connected.map(([, { sessionId }]) => sessionId))])
  for (const [stream, { sessionId }] of connected) {
    if (active.has(sessionId)) continue
    clients.delete(stream)
    stream.end()
  }
  dropStalled(clients)
  send(clients, ':\n\n')
}

/** Disconnects pages that read nothing between two heartbeats although there was something to read. */
function dropStalled(clients: ReadonlyMap<PassThrough, Client>): void {
  for (const [stream, client] of clients) {
    const isBehind = stream.readableLength > 0
    if (isBehind && client.wasBehind) stream.destroy()
    client.wasBehind = isBehind
  }
}
