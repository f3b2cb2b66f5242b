import { api } from '#contract/api.ts'
import { PushEvent } from '#contract/event.ts'
import type { ApiClient } from './api-client.ts'

/** The server-sent events of one open page. */
interface EventStream extends AsyncDisposable {
  /** Reads on until an event fits; fails when the stream ends before. */
  next(fits: (event: PushEvent) => boolean): Promise<PushEvent>
  /** Resolves with what was still unread, once the server has ended the stream. */
  rest(): Promise<PushEvent[]>
}

/** Opens the stream and waits until it is heard on. */
export async function openEvents(client: ApiClient): Promise<EventStream> {
  const leaving = new AbortController()
  const response = await client.fetch(api.events.stream.path, { signal: leaving.signal })
  if (!response.ok || response.body === null) throw new Error(`The events were refused with ${response.status}`)
  const blocks = readBlocks(response.body)
  await blocks.next()

  async function nextEvent(): Promise<PushEvent | undefined> {
    for (;;) {
      const { value } = await blocks.next()
      if (value === undefined) return undefined
      if (value.startsWith('data: ')) return PushEvent.parse(JSON.parse(value.slice('data: '.length)))
    }
  }

  return {
    async next(fits) {
      for (;;) {
        const event = await nextEvent()
        if (event === undefined) throw new Error('The stream ended before the event came')
        if (fits(event)) return event
      }
    },
    async rest() {
      const events: PushEvent[] = []
      for (let event = await nextEvent(); event !== undefined; event = await nextEvent()) events.push(event)
      return events
    },
    async [Symbol.asyncDispose]() {
      leaving.abort()
    },
  }
}

async function* readBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let unread = ''
  for await (const bytes of body) {
    const blocks = (unread + decoder.decode(bytes, { stream: true })).split('\n\n')
    unread = blocks.pop() ?? ''
    yield* blocks
  }
}
