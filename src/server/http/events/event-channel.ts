import type { PassThrough } from 'node:stream'
import type { Logger } from 'pino'
import { type PushEvent, PushMessage } from '#contract/event.ts'
import { addChange, type ChangeBatch, emptyBatch, isEmpty } from './change-batch.ts'
import { type EventMessage, eventMessage } from './event-message.ts'
import { createEventNumbers } from './event-numbers.ts'
import { type Pace, pausesAfter } from './event-pace.ts'
import { createEventTimer } from './event-timer.ts'
import type { ChangeReader } from './read-changes.ts'

/** Maximum unread bytes of a page. Above it, the page misses events, notices a gap in their numbers, and reloads its lists. */
const MAX_UNREAD_BYTES = 256 * 1024
const RECONNECT_MS = 3000

export interface ChannelClient {
  readonly stream: PassThrough
  readonly isZipped: boolean
}

/** A stream of events with numbers, the same for all pages connected to it. */
export interface EventChannel {
  readonly size: number
  /** Names the last event. */
  readonly position: string
  add(client: ChannelClient): void
  remove(client: ChannelClient): void
  onNotification(payload: string): void
  /** Makes the pages reload everything, without reading from the database here. */
  reloadAll(): void
  /** Sends every page the number of the last event, and reads changes caused by time alone. */
  beat(): void
  /** Whether a page at this position has received every event, except events still in transit. */
  isLive(position: string): boolean
  /** Resolves once no event is being sent. */
  stop(): Promise<void>
}

interface Options {
  reader: ChangeReader
  pace: Pace
  logger: Logger
}

export function createEventChannel({ reader, pace, logger }: Options): EventChannel {
  const clients = new Set<ChannelClient>()
  const numbers = createEventNumbers()
  const timer = createEventTimer({ firstMs: pace.firstMs, send: sendChanges })
  let batch = emptyBatch()

  async function sendChanges() {
    const changes = takeBatch()
    const startedAtMs = performance.now()
    const bytes = await readAndPublish(changes)
    const readMs = performance.now() - startedAtMs
    const pauses = pausesAfter({ readMs, bytes, clients: clients.size, hadChanges: !isEmpty(changes) }, pace)
    return { ...pauses, hasRest: clients.size > 0 && reader.hasMore }
  }

  function takeBatch(): ChangeBatch {
    const changes = batch
    batch = emptyBatch()
    return changes
  }

  /** Returns the length of the sent event. */
  async function readAndPublish(changes: ChangeBatch): Promise<number> {
    try {
      return publish(clients.size === 0 ? [] : await reader.read(changes))
    } catch (error) {
      logger.error({ err: error }, 'Could not push changes to open pages')
      reloadAll()
      return 0
    }
  }

  function publish(events: readonly PushEvent[]): number {
    if (clients.size === 0) numbers.skip()
    if (clients.size === 0 || events.length === 0) return 0
    const json = JSON.stringify(PushMessage.parse(events))
    numbers.send()
    sendToAll(json)
    return json.length
  }

  function sendToAll(json: string): void {
    const message = eventMessage(formatEvent(json))
    for (const client of clients) {
      const { stream } = client
      if (stream.readableLength + stream.writableLength <= MAX_UNREAD_BYTES) write(client, message)
    }
  }

  const formatEvent = (json: string) => `id: ${numbers.position}\ndata: ${json}\n\n`

  function reloadAll(): void {
    batch = emptyBatch()
    publish(RELOAD_ALL)
  }

  return {
    get size() {
      return clients.size
    },
    get position() {
      return numbers.position
    },
    add(client) {
      write(client, eventMessage(`retry: ${RECONNECT_MS}\n${formatEvent(NO_CHANGES)}`))
      clients.add(client)
    },
    remove: (client) => void clients.delete(client),
    onNotification(payload) {
      if (!addChange(batch, payload)) return
      if (clients.size > 0) return timer.request()
      takeBatch()
      numbers.skip()
    },
    reloadAll,
    beat() {
      if (clients.size === 0) return
      sendToAll(NO_CHANGES)
      batch.isRefresh = true
      timer.request()
    },
    isLive: numbers.isLive,
    async stop() {
      await timer.stop()
      for (const { stream } of clients) stream.end()
      clients.clear()
    },
  }
}

const NO_CHANGES = '[]'

const RELOAD_ALL = (['tasks', 'task_types', 'schedules', 'csv_jobs'] as const).map((what) => ({
  kind: 'changed' as const,
  what,
}))

function write({ stream, isZipped }: ChannelClient, message: EventMessage): void {
  stream.write(isZipped ? message.zipped : message.plain)
}
