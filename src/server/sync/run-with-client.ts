import type { Google } from '#server/google/google.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { AccessUsed } from '#server/google/request-sender.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { type PartialRun, SyncFailure } from './sync-failure.ts'
import type { SyncJob, SyncOutcome, SyncPorts } from './sync-job.ts'

interface Options {
  job: Pick<SyncJob, 'accounts' | 'owner'>
  ports: SyncPorts
}

/**
 * Works with the spreadsheets through a client that ends with the work. `partial` is updated as the work learns more.
 *
 * @throws SyncFailure, NodeFault, or the signal's reason soon after it is aborted; any other error is a bug
 */
export async function runWithClient(
  google: Google,
  { job: { accounts, owner }, ports }: Options,
  work: (client: SheetsClient, partial: PartialRun) => Promise<SyncOutcome>,
): Promise<SyncOutcome> {
  const ended = new AbortController()
  const signal = AbortSignal.any([ports.signal, ended.signal])
  const partial: PartialRun = { sourceTitle: '', targetTitle: '', usage: { reads: 0, writes: 0, bytes: 0 } }
  try {
    const onWait: SyncPorts['onWait'] = (until) => ended.signal.aborted || ports.onWait(until)
    const client = google.connect({ accounts, owner, signal, watch: ports.requests, onWait, log: ports.log })
    partial.usage = client.usage
    try {
      return await work(client, partial)
    } finally {
      logAccess(client.accessUsed, ports.log)
    }
  } catch (error) {
    ports.signal.throwIfAborted()
    throw error instanceof ProviderError ? new SyncFailure(error, partial) : error
  } finally {
    // Requests run concurrently: when one fails, the others must stop.
    ended.abort()
  }
}

/** Says whose access the run used: a person who lends it can find every use in the logs. */
function logAccess({ read, write }: AccessUsed, log: SyncPorts['log']): void {
  const uses = [
    ['reading', [...read]],
    ['writing', [...write]],
  ] as const
  const used = uses.flatMap(([purpose, names]) => (names.length > 0 ? `${names.join(', ')} for ${purpose}` : []))
  if (used.length > 0) log('INFO', `Access used: ${used.join('; ')}.`)
}
