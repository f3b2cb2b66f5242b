import { setTimeout as delay } from 'node:timers/promises'
import type { DataCopyStore } from '#engine/job/sync-job.ts'
import { type DataCopyWriter, openDataCopy } from '#server/data-copy/data-copies.ts'
import type { Orm } from '#server/storage/database.ts'

/** Delay before each further try to delete unpublished rows. After the last, the hourly sweep deletes them. */
const DEFAULT_RETRY_DELAYS_MS = [500, 1000, 2000, 4000]

/** The data copy of one attempt. Disposing of it drops unpublished rows. */
export interface StagedDataCopy extends AsyncDisposable {
  readonly store: DataCopyStore
  /** Publishes the rows within `tx`, if the copy finished them. */
  readonly publish: (tx: Orm) => Promise<void>
}

interface Options {
  orm: Orm
  taskId: number
  now: () => Date
  retryDelaysMs?: readonly number[]
}

/** Delays the publishing of a data copy until the attempt's end is recorded, so the run and its rows appear together. */
export function stageDataCopy({ orm, taskId, now, retryDelaysMs = DEFAULT_RETRY_DELAYS_MS }: Options): StagedDataCopy {
  const writers: DataCopyWriter[] = []
  let finished: DataCopyWriter | undefined
  return {
    store: {
      async open(columns) {
        const writer = await openDataCopy(orm, { taskId, columns, now: now() })
        writers.push(writer)
        return {
          append: (rows) => writer.append(rows),
          keep: (count) => writer.keep(count),
          async publish() {
            finished = writer
          },
          async [Symbol.asyncDispose]() {
            if (finished !== writer) await drop(writer, retryDelaysMs)
          },
        }
      },
    },
    publish: async (tx) => finished?.publish(tx),
    async [Symbol.asyncDispose]() {
      for (const writer of writers) await drop(writer, retryDelaysMs)
    },
  }
}

/** Drops the unpublished rows. Retries, because many attempts end when the database is away for a moment. */
async function drop(writer: DataCopyWriter, retryDelaysMs: readonly number[]): Promise<void> {
  for (const delayMs of [...retryDelaysMs, undefined]) {
    try {
      return await writer[Symbol.asyncDispose]()
    } catch {
      if (delayMs !== undefined) await delay(delayMs)
    }
  }
}
