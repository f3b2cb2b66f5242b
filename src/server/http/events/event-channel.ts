import { randomBytes } from 'node:crypto'
import type { PassThrough } from 'node:stream'
import type { Logger } from 'pino'
import { type PushEvent, PushMessage } from '#contract/event.ts'
import { SECOND_MS } from '#domain/time.ts'
import { addChange, type ChangeBatch, emptyBatch, isEmpty } from './change-batch.ts'
import { type EventMessage, eventMessage } from './event-message.ts'
import type { ChangeReader } from './read-changes.ts'

/** A page that is this far behind misses events, notices that by their numbers, and reads its lists once. */
const MAX_UNREAD_BYTES = 256 * 1024
/** How long an event may be on its way. */
const MAX_TRANSIT_MS = 5 * SECOND_MS
const NAME_BYTES = 6
const RECONNECT_MS = 3000

/** How often a channel sends what has changed. */
export interface Pace {
  /** After a time without changes. */
  readonly firstMs: number
  readonly minIntervalMs: number
  readonly maxIntervalMs: number
}

/** Reading and sending changes takes at most this part of the time, as long as `maxIntervalMs` allows. */
const SHARE_OF_TIME = 1 / 10
const MS_PER_CLIENT = 5
const MAX_BYTES_PER_SECOND = 512 * 1024

export interface ChannelClient {
  readonly stream: PassThrough
  readonly isZipped: boolean
}

/** A stream of events with numbers, the same for all pages that are connected to it. */
export interface EventChannel {
  readonly size: number
  add(client: ChannelClient): void
  remove(client: ChannelClient): void
  onNotification(payload: string): void
  /** Makes the pages reload everything, without reading anything here. */
  reloadAll(): void
  /** Shows every page the number of the last event, and reads what has changed because time has passed. */
  beat(): void
  /** Whether a page at this position has received everything that was not sent just now. */
  isLive(position: string): boolean
  /** Resolves once nothing is being sent any more. */
  stop(): Promise<void>
}

interface Options {
  reader: ChangeReader
  /** Of what the events keep up to date, by path. */
  versions: () => Record<string, string>
  pace: Pace
  logger: Logger
}

export function createEventChannel({ reader, versions, pace, logger }: Options): EventChannel {
  const name = randomBytes(NAME_BYTES).toString('base64url')
  const clients = new Set<ChannelClient>()
  let lastNumber = 0
  /** Whether something has changed while no page was connected. */
  let hasUnsent = false
  /** The numbers of the latest events, with the time when each was sent. */
  let inTransit: { number: number; sentAtMs: number }[] = []
  let batch = emptyBatch()
  let timer: NodeJS.Timeout | undefined
  let timerAtMs = Number.POSITIVE_INFINITY
  /** When the next changes may be read. */
  let notBeforeMs = 0
  /** When what is left of earlier changes may be read: that never delays the next change. */
  let restNotBeforeMs = 0
  /** Undefined while nothing is read. */
  let pushing: Promise<void> | undefined
  /** Whether something is to be sent after what is being read. */
  let isMoreDue = false
  let isStopped = false

  function schedule(): void {
    // The pause begins when what is being read has been sent.
    if (pushing) isMoreDue = true
    else startAt(notBeforeMs)
  }

  function startAt(atMs: number): void {
    if (isStopped || atMs >= timerAtMs) return
    clearTimeout(timer)
    timerAtMs = atMs
    timer = setTimeout(start, Math.max(pace.firstMs, atMs - performance.now()))
  }

  function start(): void {
    timerAtMs = Number.POSITIVE_INFINITY
    isMoreDue = false
    pushing = push()
      .catch((error: unknown) => {
        logger.error({ err: error }, 'Could not push changes to open pages')
        reloadAll()
      })
      .finally(() => {
        pushing = undefined
        if (isMoreDue) schedule()
      })
  }

  async function push(): Promise<void> {
    const changes: ChangeBatch = batch
    batch = emptyBatch()
    if (clients.size === 0) {
      hasUnsent = true
      return
    }
    const startedAtMs = performance.now()
    let bytes = 0
    try {
      bytes = publish(await reader.read(changes))
    } finally {
      const nowMs = performance.now()
      const sendingMs = Math.max(clients.size * MS_PER_CLIENT, (bytes / MAX_BYTES_PER_SECOND) * SECOND_MS)
      const pauseMs = Math.max(pace.minIntervalMs, (nowMs - startedAtMs) / SHARE_OF_TIME, sendingMs)
      restNotBeforeMs = nowMs + Math.min(pauseMs, pace.maxIntervalMs)
      notBeforeMs = isEmpty(changes) ? nowMs + Math.min(sendingMs, pace.maxIntervalMs) : restNotBeforeMs
    }
    if (reader.hasMore) startAt(restNotBeforeMs)
  }

  /** Returns how long the event is. */
  function publish(events: readonly PushEvent[]): number {
    if (events.length === 0) return 0
    const json = JSON.stringify(PushMessage.parse(events))
    lastNumber++
    const nowMs = performance.now()
    inTransit = [
      ...inTransit.filter(({ sentAtMs }) => nowMs - sentAtMs < MAX_TRANSIT_MS),
      { number: lastNumber, sentAtMs: nowMs },
    ]
    sendToAll(json)
    return json.length
  }

  const textOf = (json: string) => `id: ${name}.${lastNumber}\ndata: ${json}\n\n`

  function sendToAll(json: string): void {
    const message = eventMessage(textOf(json))
    for (const client of clients) {
      const { stream } = client
      if (stream.readableLength + stream.writableLength <= MAX_UNREAD_BYTES) write(client, message)
    }
  }

  function reloadAll(): void {
    batch = emptyBatch()
    hasUnsent = clients.size === 0
    publish(RELOAD_ALL)
  }

  return {
    get size() {
      return clients.size
    },
    add(client) {
      if (hasUnsent) lastNumber++
      hasUnsent = false
      const connected = PushMessage.parse([{ kind: 'connected', versions: versions() }])
      write(client, eventMessage(`retry: ${RECONNECT_MS}\n${textOf(JSON.stringify(connected))}`))
      clients.add(client)
    },
    remove: (client) => void clients.delete(client),
    onNotification(payload) {
      if (clients.size === 0) hasUnsent = true
      else if (addChange(batch, payload)) schedule()
    },
    reloadAll,
    beat() {
      if (clients.size === 0) return
      sendToAll('[]')
      batch.isRefresh = true
      schedule()
    },
    isLive(position) {
      const split = position.lastIndexOf('.')
      if (position.slice(0, split) !== name) return false
      const nowMs = performance.now()
      const latest = inTransit.find(({ sentAtMs }) => nowMs - sentAtMs < MAX_TRANSIT_MS)
      const number = Number(position.slice(split + 1))
      return number >= (latest ? latest.number - 1 : lastNumber) && number <= lastNumber
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await pushing
      for (const { stream } of clients) stream.end()
      clients.clear()
    },
  }
}

const RELOAD_ALL = (['tasks', 'task_types', 'schedules', 'csv_jobs'] as const).map((what) => ({
  kind: 'changed' as const,
  what,
}))

function write({ stream, isZipped }: ChannelClient, message: EventMessage): void {
  stream.write(isZipped ? message.zipped : message.plain)
}
