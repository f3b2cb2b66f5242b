import type { Exchanged } from './exchange.ts'

const SLOW_MS = 1000
/** A call that only waits is slow if it takes this many times as long as a call that does nothing. */
const SLOW_RATIO = 20
/** What a node says when it is shutting down, or its database or provider is away: nothing here takes them away. */
const SERVER_ERROR = 500

export type Fault = 'server error' | 'hang' | 'slow'

/** One attempt at a call, made while the process does nothing else. */
export interface Attempt {
  readonly ms: number
  /** What the process computed meanwhile; undefined where the system does not say. */
  readonly cpuMs: number | undefined
  /** How long a call that does nothing took just before. */
  readonly controlMs: number
}

/** What is wrong with a reply at first sight. A slow one is suspect only: other calls, or the machine, may be the cause. */
export function suspicionOf({ status, ms, isHang }: Pick<Exchanged, 'status' | 'ms' | 'isHang'>): Fault | undefined {
  if (isHang) return 'hang'
  if (status >= SERVER_ERROR) return 'server error'
  return ms > SLOW_MS ? 'slow' : undefined
}

/**
 * Whether a call is slow by itself. The CPU time that it costs does not depend on what else the machine does; a call that
 * waits is compared with another one at the same time.
 */
export function isSlow({ ms, cpuMs, controlMs }: Attempt): boolean {
  const waits = ms > SLOW_MS && ms > SLOW_RATIO * controlMs
  return waits && (cpuMs === undefined || cpuMs > SLOW_MS || cpuMs < ms / 2)
}
