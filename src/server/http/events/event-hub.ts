import { PassThrough, type Readable } from 'node:stream'
import type { Logger } from 'pino'
import { Refusal } from '#contract/errors.ts'
import { PushEvent } from '#contract/event.ts'
import type { Sessions } from '#server/auth/sessions.ts'
import type { Database } from '#server/storage/database.ts'
import { type ChangeBatch, emptyBatch, noteChange } from './change-batch.ts'

const MAX_CLIENTS = 500
/** A page that reads nothing for so long asks for everything again when it comes back. */
const MAX_UNREAD_BYTES = 1024 * 1024
const RECONNECT_MS = 3000

export const DEFAULT_EVENT_TIMING = { coalesceMs: 250, heartbeatMs: 15_000 }
export type EventTiming = typeof DEFAULT_EVENT_TIMING

export interface EventHub extends AsyncDisposable {
  /**
   * A stream of server-sent events that ends with its session.
   * @throws Refusal `unavailable` when too many pages listen
   */
  connect(visitor: { sessionId: string; signal: AbortSignal }): Readable
}

interface Options {
  database: Database
  sessions: Pick<Sessions, 'activeAmong'>
  /** Reads what a batch of notifications is about, once for all pages. */
  readChanges: (batch: ChangeBatch) => Promise<PushEvent[]>
  /** Called when the first page comes, before it hears of anything. */
  onFirstClient: () => Promise<void>
  logger: Logger
  timing: EventTiming
}

/**
 * Tells open pages what changes. The database notifies of every change, from whichever node; notifications are gathered
 * for a moment, read once, and told to all. While no page listens, nothing is read.
 */
export async function createEventHub(options: Options): Promise<EventHub> {
  const { database, logger, timing } = options
  const clients = new Map<PassThrough, string>()
  let batch = emptyBatch()
  let timer: NodeJS.Timeout | undefined
  let telling = Promise.resolve()

  function note(payload: string): void {
    if (clients.size === 0) return
    noteChange(batch, payload)
    timer ??= setTimeout(() => {
      telling = telling.then(tell).catch((error: unknown) => {
        logger.error({ err: error }, 'Changes could not be told')
        noteGap()
      })
    }, timing.coalesceMs)
  }

  async function tell(): Promise<void> {
    timer = undefined
    const gathered = batch
    batch = emptyBatch()
    if (clients.size === 0) return
    for (const event of await options.readChanges(gathered)) {
      send(clients, `data: ${JSON.stringify(PushEvent.parse(event))}\n\n`)
    }
  }

  /** Has the pages read everything again, which takes no reading here. */
  function noteGap(): void {
    for (const list of ['tasks', 'task_types', 'schedules', 'csv_jobs']) note(list)
  }

  const stopListening = await database.listen('nano_sync', { onPayload: note, onGap: noteGap })
  const heartbeat = setInterval(() => {
    endClosedSessions(clients, options.sessions).catch((error: unknown) =>
      logger.warn({ err: error }, 'Sessions of open pages could not be checked'),
    )
  }, timing.heartbeatMs)

  return {
    connect({ sessionId, signal }) {
      if (clients.size >= MAX_CLIENTS) throw new Refusal('unavailable', 'Too many pages are open. Please reload later.')
      const stream = new PassThrough()
      const begin = () => {
        if (stream.destroyed) return
        stream.write(`retry: ${RECONNECT_MS}\n\n`)
        clients.set(stream, sessionId)
      }
      if (clients.size > 0) begin()
      else options.onFirstClient().then(begin, (error: unknown) => stream.destroy(error as Error))
      stream.once('close', () => clients.delete(stream))
      signal.addEventListener('abort', () => stream.destroy(), { once: true })
      return stream
    },
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat)
      clearTimeout(timer)
      await stopListening()
      await telling
      for (const stream of clients.keys()) stream.end()
      clients.clear()
    },
  }
}

function send(clients: ReadonlyMap<PassThrough, string>, message: string): void {
  for (const stream of clients.keys()) {
    if (stream.readableLength + stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
    else stream.write(message)
  }
}

/** Keeps connections alive, and ends those whose session has ended since, on whichever node. */
async function endClosedSessions(
  clients: Map<PassThrough, string>,
  sessions: Pick<Sessions, 'activeAmong'>,
): Promise<void> {
  if (clients.size === 0) return
  const asked = [...clients]
  const open = await sessions.activeAmong([...new Set(clients.values())])
  for (const [stream, sessionId] of asked) {
    if (open.has(sessionId)) continue
    clients.delete(stream)
    stream.end()
  }
  send(clients, ':\n\n')
}
