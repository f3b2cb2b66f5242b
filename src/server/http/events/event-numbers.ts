import { randomBytes } from 'node:crypto'
import { positionFrom } from '#contract/event-position.ts'
import { SECOND_MS } from '#domain/time.ts'

/** Maximum time an event may be in transit. */
const MAX_TRANSIT_MS = 5 * SECOND_MS
const NAME_BYTES = 6

/** Numbers of the events in a stream. Each node gives its stream a new name at startup. */
export interface EventNumbers {
  /** Names the last event. */
  readonly position: string
  /** Counts an event at the moment it is sent. */
  send(): void
  /** Counts a change without sending an event. */
  skip(): void
  /** Whether a page at this position has received every event, except events that may still be in transit. */
  isLive(position: string): boolean
}

export function createEventNumbers(nowMs = () => performance.now()): EventNumbers {
  const stream = randomBytes(NAME_BYTES).toString('base64url')
  let last = 0
  let latest: { number: number; sentAtMs: number }[] = []

  const inTransit = () => latest.filter(({ sentAtMs }) => nowMs() - sentAtMs < MAX_TRANSIT_MS)

  return {
    get position() {
      return `${stream}.${last}`
    },
    send() {
      last += 1
      latest = [...inTransit(), { number: last, sentAtMs: nowMs() }]
    },
    skip() {
      last += 1
      latest = []
    },
    isLive(position) {
      const received = positionFrom(position)
      const [oldest] = inTransit()
      const arrived = oldest ? oldest.number - 1 : last
      return received?.stream === stream && received.number >= arrived && received.number <= last
    },
  }
}
