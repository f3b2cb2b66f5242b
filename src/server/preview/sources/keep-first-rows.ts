import { LRUCache } from 'lru-cache'
import { Refusal } from '#contract/errors.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Google } from '#server/google/google.ts'
import { readFirstRows } from './read-first-rows.ts'

type Sources = Omit<Parameters<typeof readFirstRows>[1], 'maxCells' | 'maxBytes'>
type Rows = Awaited<ReturnType<typeof readFirstRows>>

/** Reads the first rows of sources with a person's access, one read at a time. @throws ProviderError, Refusal */
export type ReadRows = (sources: Sources & { requestedBy: string }) => Promise<Rows>

/** Maximum cells per read, so a trial responds soon and counts only the first rows of a large tab. */
const MAX_CELLS = 300_000
/** Maximum size of the responses. After reaching it, a read stops. */
const MAX_BYTES = 20_000_000
/** Maximum size of the kept rows. */
const MAX_KEPT_BYTES = 2 * MAX_BYTES
/** Memory for a cell in addition to its text. */
const CELL_BYTES = 8
/** Time for which rows are kept while a person tries conditions on them. */
const KEPT_MS = 2 * MINUTE_MS
/** Time for one read. It continues after its caller has left, because the person's next change needs the same rows. */
const READ_TIMEOUT_MS = MINUTE_MS

export function keepFirstRows(google: Pick<Google, 'connect'>, now: () => Date): ReadRows {
  const reading = new Map<string, Promise<Rows>>()
  /** The current read of each person. */
  const reads = new Map<string, AbortController>()
  const kept = new LRUCache<string, Rows>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ parts }) =>
      parts.reduce((sum, { bytes, rows, columnCount }) => sum + bytes + rows.length * columnCount * CELL_BYTES, 1),
    ttl: KEPT_MS,
    ttlAutopurge: true,
    perf: { now: () => now().getTime() },
  })

  async function read(key: string, { requestedBy, ...sources }: Parameters<ReadRows>[0]): Promise<Rows> {
    reads.get(requestedBy)?.abort(new Refusal('too_many_requests', 'You have asked for other rows since.'))
    const controller = new AbortController()
    reads.set(requestedBy, controller)
    const giveUp = () => controller.abort(new Refusal('unavailable', 'The rows did not arrive in time. Try again.'))
    const timer = setTimeout(giveUp, READ_TIMEOUT_MS)
    const { signal } = controller
    const client = google.connect({ accounts: [], owner: requestedBy, signal, onWait() {}, log() {} })
    try {
      const rows = await readFirstRows(client, { ...sources, maxCells: MAX_CELLS, maxBytes: MAX_BYTES })
      kept.set(key, rows)
      return rows
    } finally {
      clearTimeout(timer)
      reading.delete(key)
      if (reads.get(requestedBy) === controller) reads.delete(requestedBy)
    }
  }

  return async (wanted) => {
    const { requestedBy, sources, targetId, startRow, skipsHidden } = wanted
    const key = JSON.stringify([requestedBy, sources, targetId, startRow, skipsHidden])
    const known = kept.get(key) ?? reading.get(key)
    if (known) return await known
    const started = read(key, wanted)
    reading.set(key, started)
    return await started
  }
}
