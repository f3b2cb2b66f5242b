import type { Exchanged } from './exchange.ts'

const SLOW_MS = 1000
/** How many times as long as a call that does nothing. */
const SLOW_RATIO = 20
/**
 * The lowest status of a server error. A node also answers 503 while it shuts down, or its database is away: nothing
 * here causes either.
 */
const SERVER_ERROR = 500

export type Fault = 'server error' | 'hang' | 'slow'

/** How the threads of a process spent their time. */
export interface ThreadTimes {
  readonly cpuMs: number
  /** Ready to run, but the CPU was busy with other programs. */
  readonly delayedMs: number
}

/** Attempt at a call, made while the process does nothing else. */
export interface Attempt {
  readonly ms: number
  /** CPU times of the process meanwhile; undefined where the system does not report them. */
  readonly threads: ThreadTimes | undefined
  /** How long a call that does nothing took just before. */
  readonly controlMs: number
}

/** Whether a request reached the code behind its route, and was not only refused. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 400
}

/**
 * Finds the fault of a reply at first sight. A slow reply is only suspect: other calls, or the machine, may be the
 * cause.
 */
export function findSuspicion({ status, ms, isHang }: Pick<Exchanged, 'status' | 'ms' | 'isHang'>): Fault | undefined {
  if (isHang) return 'hang'
  if (status >= SERVER_ERROR) return 'server error'
  return ms > SLOW_MS ? 'slow' : undefined
}

/**
 * Whether a call is slow by itself: it computes for long, or waits for something other than the CPU. A busy machine
 * changes neither. Where the system does not say, the call is compared with a call that does nothing.
 */
export function isSlow({ ms, threads, controlMs }: Attempt): boolean {
  if (threads === undefined) return ms > SLOW_MS && ms > SLOW_RATIO * controlMs
  return threads.cpuMs > SLOW_MS || ms - threads.cpuMs - threads.delayedMs > SLOW_MS
}
