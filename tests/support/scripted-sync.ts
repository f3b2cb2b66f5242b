import type { Google } from '#server/google/google.ts'
import { ProviderError, type ProviderReason } from '#server/google/provider-error.ts'
import type { runSync } from '#server/sync/run-sync.ts'
import { SyncFailure } from '#server/sync/sync-failure.ts'
import type { SyncJob, SyncOutcome, SyncPorts } from '#server/sync/sync-job.ts'
import { eventually } from './eventually.ts'

/** A copy that a test ends by hand. */
export interface ScriptedCopy {
  readonly job: SyncJob
  readonly ports: SyncPorts
  end(outcome?: Partial<SyncOutcome>): void
  fail(error: Error): void
}

export interface ScriptedSync {
  readonly sync: typeof runSync
  /** All copies, including ended ones, in the order in which they began. */
  readonly begun: readonly ScriptedCopy[]
  /** The largest number of copies in progress at the same time. */
  readonly maxConcurrent: number
  /** Waits until `count` copies have begun and returns the last of them. */
  nth(count: number): Promise<ScriptedCopy>
}

/** How a scripted copy ends by default. */
export const SCRIPTED_OUTCOME: SyncOutcome = {
  status: 'Success',
  isHeld: false,
  rows: 10,
  width: 3,
  cellsChanged: 4,
  errorCells: 0,
  reads: 2,
  writes: 1,
  bytes: 100,
  sourceTitle: 'Source',
  targetTitle: 'Target',
  memory: undefined,
  hasReadAll: true,
}

/** Copies nothing. The test ends each copy, or `isQuick` ends each at once. */
export function scriptSync({ isQuick = false }: { isQuick?: boolean } = {}): ScriptedSync {
  const begun: ScriptedCopy[] = []
  let inProgress = 0
  let maxConcurrent = 0

  async function sync(_google: Google, job: SyncJob, ports: SyncPorts): Promise<SyncOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<SyncOutcome>()
    ports.signal.addEventListener('abort', () => reject(ports.signal.reason))
    if (ports.signal.aborted) reject(ports.signal.reason)
    const end = (outcome?: Partial<SyncOutcome>) => {
      const scripted = { ...SCRIPTED_OUTCOME, ...outcome }
      recordRequests(ports, scripted)
      resolve(scripted)
    }
    const fail = (error: Error) => {
      if (error instanceof SyncFailure) recordRequests(ports, FAILED_USAGE)
      reject(error)
    }
    begun.push({ job, ports, end, fail })
    inProgress += 1
    maxConcurrent = Math.max(maxConcurrent, inProgress)
    if (isQuick) end()
    return await promise.finally(() => {
      inProgress -= 1
    })
  }

  function nth(count: number): Promise<ScriptedCopy> {
    return eventually({
      what: `copy ${count} to begin`,
      read: () => begun[count - 1],
      until: (copy) => copy !== undefined,
      details: () => ({ begun: begun.map(({ job }) => job) }),
    })
  }

  return {
    sync,
    begun,
    nth,
    get maxConcurrent() {
      return maxConcurrent
    },
  }
}

/** The requests of a copy that fails. */
const FAILED_USAGE = { reads: 3, writes: 1, bytes: 50 }

function recordRequests({ requests: { recorder } }: SyncPorts, { reads, writes, bytes }: typeof FAILED_USAGE): void {
  const request = { account: { name: 'robot@example.com', project: 'project' }, isRetry: false }
  for (let sent = 0; sent < reads; sent += 1) recorder.sent({ kind: 'read', purpose: 'values', ...request })
  for (let sent = 0; sent < writes; sent += 1) recorder.sent({ kind: 'write', purpose: 'value_writes', ...request })
  recorder.transferred(bytes)
}

/** The failure of a copy for a known reason. */
export function syncFailure(reason: ProviderReason, message: string): SyncFailure {
  return new SyncFailure(new ProviderError({ reason, message }), {
    sourceTitle: '',
    targetTitle: '',
    usage: FAILED_USAGE,
  })
}
