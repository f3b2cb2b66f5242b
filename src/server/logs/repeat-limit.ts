import { MINUTE_MS } from '#domain/time.ts'

/** Maximum counted messages. Messages are texts in the code, so there are few. The limit guards against a variable message. */
const MAX_MESSAGES = 1000

interface Repeats {
  startedAtMs: number
  count: number
}

interface Verdict {
  isAdmitted: boolean
  /** Number of lines with the message suppressed in the previous minute. */
  heldBack: number
}

/** Decides which lines to write when a message repeats. The limit per minute keeps a single cause from filling the files. */
export function createRepeatLimit({ maxPerMinute, now }: { maxPerMinute: number; now: () => Date }) {
  const byMessage = new Map<string, Repeats>()
  return (message: string): Verdict => {
    const timeMs = now().getTime()
    const repeats = byMessage.get(message)
    if (repeats === undefined || timeMs - repeats.startedAtMs >= MINUTE_MS) {
      if (byMessage.size >= MAX_MESSAGES) byMessage.clear()
      byMessage.set(message, { startedAtMs: timeMs, count: 1 })
      return { isAdmitted: true, heldBack: Math.max(0, (repeats?.count ?? 0) - maxPerMinute) }
    }
    repeats.count += 1
    return { isAdmitted: repeats.count <= maxPerMinute, heldBack: 0 }
  }
}
