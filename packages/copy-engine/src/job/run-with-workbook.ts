import type { SyncOutcome } from '#engine/outcome.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { AccessUsed, Provider, Workbook } from '#engine/workbook.ts'
import { SyncFailure, type Titles } from './sync-failure.ts'
import type { JobLimits, SyncJob, SyncPorts } from './sync-job.ts'

interface Options<Ports> {
  job: Pick<SyncJob, 'access'> & Partial<Pick<SyncJob, 'limits'>>
  ports: Ports
}

export type WorkbookPorts = Pick<SyncPorts, 'signal' | 'onWait' | 'log' | 'onLimitsLearned'>

/** Opens a workbook for the duration of `work`. @throws the signal's reason once it is aborted */
export async function withWorkbook<Result>(
  provider: Provider,
  { job, ports }: Options<WorkbookPorts>,
  work: (workbook: Workbook) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController()
  const signal = AbortSignal.any([ports.signal, ended.signal])
  const readLimits = job.limits && findReadLimits(job.limits)
  const onWait: SyncPorts['onWait'] = (until) => ended.signal.aborted || ports.onWait(until)
  const { log } = ports
  const workbook = provider.connect({ ...job.access, signal, ...(readLimits && { readLimits }), onWait, log })
  try {
    return await work(workbook)
  } catch (error) {
    ports.signal.throwIfAborted()
    throw error
  } finally {
    // Requests run concurrently: when any of them fails, the rest must stop.
    ended.abort()
    ports.onLimitsLearned?.(workbook.learnedLimits())
  }
}

/** Rows of a usual chunk. With a smaller chunk size, a person asks for smaller reads. */
const USUAL_CHUNK_ROWS = 1_000

function findReadLimits({ chunkSize, cellLimits = {} }: JobLimits) {
  return { maxCells: cellLimits, ...(chunkSize < USUAL_CHUNK_ROWS && { maxRows: chunkSize }) }
}

/**
 * Runs `work` with a workbook, and logs whose access it used. `work` fills in `titles` as it reads them.
 *
 * @throws SyncFailure, NodeFault, or the signal's reason soon after it is aborted; any other error is a bug
 */
export async function runWithWorkbook<Outcome extends SyncOutcome>(
  provider: Provider,
  options: Options<WorkbookPorts>,
  work: (workbook: Workbook, titles: Titles) => Promise<Outcome>,
): Promise<Outcome> {
  const titles: Titles = { sourceTitle: '', targetTitle: '' }
  return await withWorkbook(provider, options, async (workbook) => {
    try {
      return await work(workbook, titles)
    } catch (error) {
      throw error instanceof ProviderError ? new SyncFailure(error, titles) : error
    } finally {
      logAccess(workbook.accessUsed, options.ports.log)
    }
  })
}

/** Logs whose access the run used: a person who lends their access can find every use in the logs. */
function logAccess({ read, write }: AccessUsed, log: SyncPorts['log']): void {
  const uses = [
    ['reading', [...read]],
    ['writing', [...write]],
  ] as const
  const used = uses.flatMap(([purpose, names]) => (names.length > 0 ? `${names.join(', ')} for ${purpose}` : []))
  if (used.length > 0) log('INFO', `Access used: ${used.join('; ')}.`)
}
