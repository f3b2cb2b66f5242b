import { LRUCache } from 'lru-cache'
import { Refusal } from '#contract/errors.ts'
import { settleUnlessAborted } from '#server/storage/settle-unless-aborted.ts'

/** Order of a data copy. A data copy never changes, because each copying run publishes a new data copy. */
interface RowOrder {
  copy: { id: number; columns: readonly string[]; rowCount: number }
  /** Index of the column. */
  column: number
  order: 'asc' | 'desc'
}

/** Sort to do when its turn comes. `signal` is aborted when nobody waits for it any more. */
export type SortRequest = RowOrder & { signal: AbortSignal }

interface Caller {
  isMember: boolean
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

export interface RowOrders {
  /**
   * Finds the row numbers of a data copy in sorted order.
   *
   * @throws Refusal 'too_many_requests' while too many sorts wait
   */
  findOrder(wanted: RowOrder, caller: Caller): Promise<Uint32Array>
}

interface Sort {
  readonly rows: Promise<Uint32Array>
  readonly controller: AbortController
  callers: number
}

/** Maximum size of all orders: about 80 of 100,000 rows, at four bytes a row. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024
/** Size of a key and an entry, so orders with few rows count too. */
const ENTRY_BYTES = 500
/** Maximum waiting sorts while a sort is in progress. */
const MAX_WAITING = 8
/** Maximum waiting sorts of visitors, so there is room for members. */
const MAX_WAITING_VISITORS = 4

/**
 * Sorts a single data copy at a time. Keeps the orders, so each further page is a lookup. Callers of the same order share the
 * work, which stops when the last caller disconnects.
 */
export function createRowOrders(sort: (wanted: SortRequest) => Promise<Uint32Array>): RowOrders {
  const kept = new LRUCache<string, Uint32Array>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength + ENTRY_BYTES,
  })
  /** Sorts in progress or waiting, in order. */
  const sorts = new Map<string, Sort>()
  let lastTurn: Promise<unknown> = Promise.resolve()

  function start(key: string, wanted: RowOrder): Sort {
    const controller = new AbortController()
    const { signal } = controller
    const turn = lastTurn.then(async () => {
      signal.throwIfAborted()
      const rows = await sort({ ...wanted, signal })
      kept.set(key, rows)
      return rows
    })
    const started: Sort = { rows: turn.finally(() => forget(key, started)), controller, callers: 0 }
    lastTurn = turn.catch(() => undefined)
    sorts.set(key, started)
    return started
  }

  function forget(key: string, sort: Sort): void {
    if (sorts.get(key) === sort) sorts.delete(key)
  }

  async function waitFor(key: string, sort: Sort, signal: AbortSignal): Promise<Uint32Array> {
    sort.callers += 1
    try {
      return await settleUnlessAborted(sort.rows, signal)
    } finally {
      sort.callers -= 1
      if (sort.callers === 0) {
        sort.controller.abort()
        // Free its place at once. The next request for this order starts a new sort.
        forget(key, sort)
      }
    }
  }

  return {
    async findOrder(wanted, { isMember, signal }) {
      const key = `${wanted.copy.id}:${wanted.column}:${wanted.order}`
      const known = kept.get(key)
      if (known) return known
      const waiting = sorts.size - 1
      if (!sorts.has(key) && waiting >= (isMember ? MAX_WAITING : MAX_WAITING_VISITORS)) throw tooMany()
      signal.throwIfAborted()
      return await waitFor(key, sorts.get(key) ?? start(key, wanted), signal)
    },
  }
}

function tooMany(): Refusal {
  return new Refusal('too_many_requests', 'Other data copies are being sorted right now. Try again in a few seconds.')
}
