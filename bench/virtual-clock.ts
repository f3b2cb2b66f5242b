import { SECOND_MS } from '#domain/time.ts'
import type { Pause } from '#server/google/quota.ts'

/** A clock that a benchmark moves. Everything that waits for it waits until it is moved, however fast the machine is. */
export interface VirtualClock {
  now(): Date
  nowMs(): number
  /** Waits for the clock, as requests do that wait for quota. */
  readonly pause: Pause
  /** How many pauses there are. */
  waiting(): number
  /** Moves to the end of the earliest pause, by at least `minStepMs` (a second by default), but not beyond `untilMs`. */
  advance(untilMs: number, minStepMs?: number): void
}

export function createVirtualClock(startMs: number): VirtualClock {
  let nowMs = startMs
  const pauses = new Set<{ untilMs: number; end: () => void }>()
  return {
    now: () => new Date(nowMs),
    nowMs: () => nowMs,
    async pause(durationMs, signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const pause = { untilMs: nowMs + durationMs, end: resolve }
      pauses.add(pause)
      signal.addEventListener('abort', () => resolve())
      await promise
      pauses.delete(pause)
      signal.throwIfAborted()
    },
    waiting: () => pauses.size,
    advance(untilMs, minStepMs = SECOND_MS) {
      const nextMs = Math.max(nowMs + minStepMs, Math.min(...[...pauses].map((pause) => pause.untilMs)))
      nowMs = Math.min(untilMs, nextMs)
      for (const pause of pauses) if (pause.untilMs <= nowMs) pause.end()
    },
  }
}
