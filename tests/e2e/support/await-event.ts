import { api } from '#contract/api.ts'
import type { PushEvent } from '#contract/event.ts'
import { formatAddress } from '#contract/format-address.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { FetchEventSource } from '#tests/support/fetch-event-source.ts'

interface Change {
  change: () => Promise<unknown>
  isLast: (event: PushEvent) => boolean
}

/** Makes a change and waits for its last event, so a page opened afterwards receives none of its events. */
export async function changeAndAwaitEvent(client: ApiClient, { change, isLast }: Change): Promise<void> {
  const connected = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const address = formatAddress(api.events.stream, { query: { pace: 'live' } })
  const source = new FetchEventSource(address, (path, init) => client.fetch(path, init))
  source.onmessage = ({ data }) => {
    connected.resolve()
    if ((JSON.parse(data) as PushEvent[]).some(isLast)) sent.resolve()
  }
  source.onerror = () => sent.reject(new Error('The stream of events has ended'))
  await connected.promise
  await change()
  await sent.promise
  source.close()
}
