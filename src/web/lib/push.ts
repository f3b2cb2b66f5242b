import { PushEvent } from '#contract/event.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

interface PushListener {
  onEvent: (event: PushEvent) => void
  /** The stream is connected; earlier events may have been missed. */
  onOpen: () => void
}

/**
 * Subscribes to server-sent events and reconnects with exponential backoff until closed. Unknown events are ignored:
 * polling delivers the same changes later.
 * @returns a function that closes the stream
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
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
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
