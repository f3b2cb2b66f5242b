import { api } from '#contract/api.ts'
import { type PushEvent, PushMessage } from '#contract/event.ts'
import type { ApiClient } from './api-client.ts'
import { eventually } from './eventually.ts'

/** Server-sent events of an open page. */
interface EventStream extends AsyncDisposable {
  /**
   * Returns the next matching event. Drops the events before it.
   * @throws if the stream ends or the time is up first
   */
  next(fits: (event: PushEvent) => boolean): Promise<PushEvent>
  /** Waits until the server ends the stream, and returns the unread events. */
  untilClosed(): Promise<PushEvent[]>
}

/** Opens the stream and waits until the server has subscribed it. */
export async function openEvents(client: ApiClient): Promise<EventStream> {
  const leaving = new AbortController()
  const response = await client.fetch(api.events.stream.path, { signal: leaving.signal })
  if (!response.ok || response.body === null) throw new Error(`The event stream was refused with ${response.status}`)
  const blocks = readBlocks(response.body)
  await blocks.next()
  const unread: PushEvent[] = []
  let isClosed = false
  const reading = readAll()

  async function readAll(): Promise<void> {
    try {
      for await (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data !== undefined) unread.push(...PushMessage.parse(JSON.parse(data)))
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error
    } finally {
      isClosed = true
    }
  }
  // A broken stream counts as closed at once; `untilClosed` reports why.
  reading.catch(() => undefined)

  return {
    async next(fits) {
      await eventually({ what: 'an event', read: () => unread, until: (events) => isClosed || events.some(fits) })
      const event = unread.find(fits)
      if (!event) throw new Error(`The stream ended before the event arrived; unread: ${JSON.stringify(unread)}`)
      unread.splice(0, unread.indexOf(event) + 1)
      return event
    },
    async untilClosed() {
      const read = () => ({ isClosed, unread })
      await eventually({ what: 'the end of the stream', read, until: (stream) => stream.isClosed })
      await reading
      return unread
    },
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await reading.catch(() => undefined)
    },
  }
}

/** Reads server-sent events, each with its fields as lines. */
export async function* readBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let unread = ''
  for await (const bytes of body) {
    const blocks = (unread + decoder.decode(bytes, { stream: true })).split('\n\n')
    unread = blocks.pop() ?? ''
    yield* blocks
  }
}
