import type { Failure } from '#domain/failures/failure.ts'
import type { RequestCause } from '#domain/failures/request-failures.ts'
import { NO_COUNTS } from '#domain/runs/run-counts.ts'
import { SyncFailure } from '#engine/job/sync-failure.ts'
import type { SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import { type LastCopy, NO_COPY } from '#engine/last-copy/last-copy.ts'
import type { CopiedRun, HeldRun } from '#engine/outcome.ts'
import { ProviderError, requestError } from '#engine/provider-error.ts'
import type { WatchedGoogle } from '#server/google/google.ts'
import type { RequestWatch } from '#server/google/request-watch.ts'
import type { AttemptOptions } from '#server/queue/attempt-work.ts'
import { eventually } from './eventually.ts'

/** A copy that a test ends itself. */
export interface ScriptedCopy {
  readonly job: SyncJob
  readonly ports: SyncPorts
  readonly watch: RequestWatch
  end(outcome?: ScriptedEnd): void
  fail(error: Error): void
}

export interface ScriptedSync {
  readonly sync: AttemptOptions['sync']
  /** All copies, including ended copies, in the order of their start. */
  readonly begun: readonly ScriptedCopy[]
  /** The largest number of copies in progress at the same time. */
  readonly maxConcurrent: number
  /** Waits until `count` copies have begun and returns the last of them. */
  nth(count: number): Promise<ScriptedCopy>
}

/** Differences of a copy from the usual copy, with the number of its requests. */
type ScriptedEnd = (
  | (Partial<Omit<CopiedRun, 'kind' | 'left'>> & { left?: Partial<LastCopy> })
  | Pick<HeldRun, 'kind' | 'holds' | 'rows'>
) &
  Partial<typeof SCRIPTED_USAGE>

/** Default outcome of a scripted copy. */
export const SCRIPTED_OUTCOME: CopiedRun = {
  kind: 'copied',
  rows: 10,
  ...NO_COUNTS,
  cellsChanged: 4,
  refusedCells: 0,
  errorCells: 0,
  unreadCells: 0,
  sourceTitle: 'Source',
  targetTitle: 'Target',
  left: { ...NO_COPY, extent: { rows: 10, width: 3, filledRow: 11, errorCells: 0 } },
  wasAccepted: false,
  hasReadAll: true,
}

/** The requests of a scripted copy by default. */
export const SCRIPTED_USAGE = { reads: 2, writes: 1, bytes: 100 }

/** Creates a sync that copies nothing. The test ends each copy, or with `isQuick` each copy ends at once. */
export function scriptSync({ isQuick = false }: { isQuick?: boolean } = {}): ScriptedSync {
  const begun: ScriptedCopy[] = []
  let inProgress = 0
  let maxConcurrent = 0

  async function sync({ watch }: WatchedGoogle, job: SyncJob, ports: SyncPorts): Promise<CopiedRun | HeldRun> {
    const { promise, resolve, reject } = Promise.withResolvers<CopiedRun | HeldRun>()
    ports.signal.addEventListener('abort', () => reject(ports.signal.reason))
    if (ports.signal.aborted) reject(ports.signal.reason)
    const end = ({ reads, writes, bytes, ...outcome }: ScriptedEnd = {}) => {
      const { sourceTitle, targetTitle } = SCRIPTED_OUTCOME
      recordRequests(watch, {
        reads: reads ?? SCRIPTED_USAGE.reads,
        writes: writes ?? SCRIPTED_USAGE.writes,
        bytes: bytes ?? SCRIPTED_USAGE.bytes,
      })
      if ('kind' in outcome) return resolve({ sourceTitle, targetTitle, ...outcome })
      const copied = { ...SCRIPTED_OUTCOME, ...outcome }
      const { rows, errorCells } = copied
      const extent = { ...SCRIPTED_OUTCOME.left.extent, rows, errorCells }
      resolve({ ...copied, left: { ...job.last, extent, ...outcome.left } })
    }
    const fail = (error: Error) => {
      if (error instanceof SyncFailure) recordRequests(watch, FAILED_USAGE)
      reject(error)
    }
    begun.push({ job, ports, watch, end, fail })
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

/** The requests of a failed copy. */
const FAILED_USAGE = { reads: 3, writes: 1, bytes: 50 }

function recordRequests({ recorder }: RequestWatch, { reads, writes, bytes }: typeof FAILED_USAGE): void {
  const request = { account: { name: 'robot@example.com', project: 'project' }, isRetry: false }
  for (let sent = 0; sent < reads; sent += 1) recorder.sent({ kind: 'read', purpose: 'values', ...request })
  for (let sent = 0; sent < writes; sent += 1) recorder.sent({ kind: 'write', purpose: 'value_writes', ...request })
  recorder.transferred(bytes)
}

/** Builds the failure of a copy: a failed request to Google Sheets, unless all facts are given. */
export function syncFailure(given: RequestCause | Failure): SyncFailure {
  const about = { account: 'robot@example.com', file: 'Google Sheets' }
  const error =
    typeof given === 'string' ? requestError({ reason: given, about, detail: 'status 503' }) : new ProviderError(given)
  return new SyncFailure(error, { sourceTitle: '', targetTitle: '' })
}
