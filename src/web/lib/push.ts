import { PushEvent } from '#contract/event.ts'

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

interface PushListener {
  onEvent: (event: PushEvent) => void
  /** The stream stands; what was sent before it did may have been missed. */
  onOpen: () => void
}

/**
 * Listens to the server's events and reconnects for as long as it is not closed, waiting longer after each failure.
 * An event that is not understood is passed over: the polling brings the same facts later.
 * @returns closes the stream
 */
export function openPush(address: string, { onEvent, onOpen }: PushListener): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let retryMs = FIRST_RETRY_MS

  function connect(): void {
    source = new EventSource(address)
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS
      onOpen()
    }
    source.onmessage = ({ data }) => {
      const event = PushEvent.safeParse(parseJson(String(data)))
      if (event.success) onEvent(event.data)
    }
    source.onerror = () => {
      source?.close()
      retry = setTimeout(connect, retryMs)
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
    }
  }

  connect()
  return () => {
    clearTimeout(retry)
    source?.close()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
