import { setTimeout } from 'node:timers/promises'

export type Pause = (durationMs: number, signal: AbortSignal) => Promise<void>

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(durationMs, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
