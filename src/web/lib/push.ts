import { PushMessage } from '#contract/event.ts'
import { type EventPosition, positionFrom } from '#contract/event-position.ts'
import { SECOND_MS } from '#domain/time.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** Maximum time without a message. The server sends messages three times as often. */
const MAX_SILENCE_MS = 45 * SECOND_MS

interface PushListener {
  onMessage: (message: ReceivedMessage) => void
  /** Called when the connection is lost, before it is reopened. */
  onLost: () => void
}

export interface ReceivedMessage {
  events: PushMessage
  /** Position of the last event received, including these events. */
  position: string
  /** Whether earlier events may have been missed. */
  isAfterGap: boolean
}

/**
 * Subscribes to server-sent events and reconnects with exponential backoff until closed. Events that cannot be read count
 * as missed.
 *
 * @returns a function that closes the stream
 */
export function openPush(address: string, { onMessage, onLost }: PushListener): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let retryMs = FIRST_RETRY_MS
  let last: EventPosition | undefined

  function connect(): void {
    source = new EventSource(address)
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS
    }
    source.onmessage = ({ data, lastEventId }) => {
      waitForNext()
      const events = PushMessage.safeParse(parseJson(String(data)))
      const position = positionFrom(lastEventId)
      const isAfterGap = !events.success || !last || !position || !follows(last, { position, events: events.data })
      last = position
      onMessage({ events: events.data ?? [], position: lastEventId, isAfterGap })
    }
    source.onerror = reconnect
    waitForNext()
  }

  /** Reconnects after too long a silence, because a connection can break without either side noticing. */
  function waitForNext(): void {
    clearTimeout(silence)
    silence = setTimeout(reconnect, MAX_SILENCE_MS)
  }

  function reconnect(): void {
    close()
    onLost()
    retry = setTimeout(connect, retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  function close(): void {
    clearTimeout(retry)
    clearTimeout(silence)
    source?.close()
  }

  connect()
  return close
}

/** Whether no message is missing in between. A message with events counts up; an empty message repeats the last number. */
export function follows(last: EventPosition, next: { position: EventPosition; events: PushMessage }): boolean {
  const expected = next.events.length > 0 ? last.number + 1 : last.number
  return next.position.stream === last.stream && next.position.number === expected
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
