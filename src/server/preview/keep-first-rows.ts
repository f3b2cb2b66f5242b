import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#domain/time.ts'
import type { Google } from '#server/google/google.ts'
import { readFirstRows } from './read-first-rows.ts'

type Sources = Omit<Parameters<typeof readFirstRows>[1], 'maxCells'>
type Rows = Awaited<ReturnType<typeof readFirstRows>>

/** Reads the first rows of sources with the access of a person. @throws ProviderError */
export type ReadRows = (sources: Sources & { requestedBy: string }) => Promise<Rows>

/** Maximum cells that are read at once: a trial answers soon, and counts the first rows of a large tab. */
const MAX_CELLS = 300_000
/** Maximum cells that are kept, some tens of megabytes. */
const MAX_KEPT_CELLS = 2 * MAX_CELLS
/** Time for which they are kept: a person who writes conditions sees one count after the other of the same rows. */
const KEPT_MS = 2 * MINUTE_MS
/** Time for one read. It goes on when its caller has left, because the next change asks for the same rows. */
const READ_TIMEOUT_MS = MINUTE_MS

export function keepFirstRows(google: Pick<Google, 'connect'>, now: () => Date): ReadRows {
  const reading = new Map<string, Promise<Rows>>()
  const kept = new LRUCache<string, Rows>({
    maxSize: MAX_KEPT_CELLS,
    sizeCalculation: ({ parts }) =>
      parts.reduce((cells, { rows, columnCount }) => cells + rows.length * columnCount, 1),
    ttl: KEPT_MS,
    ttlAutopurge: true,
    perf: { now: () => now().getTime() },
  })

  async function read(key: string, { requestedBy, ...sources }: Parameters<ReadRows>[0]): Promise<Rows> {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
    const client = google.connect({ accounts: [], owner: requestedBy, signal, onWait() {}, log() {} })
    try {
      const rows = await readFirstRows(client, { ...sources, maxCells: MAX_CELLS })
      kept.set(key, rows)
      return rows
    } finally {
      reading.delete(key)
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
