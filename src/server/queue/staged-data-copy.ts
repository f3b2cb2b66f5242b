import { type DataCopyWriter, openDataCopy } from '#server/data-copy/data-copies.ts'
import type { Orm } from '#server/storage/database.ts'
import type { DataCopyStore } from '#server/sync/job/sync-job.ts'

/** The data copy of one attempt; rows that were not published are dropped when it is disposed of. */
interface StagedDataCopy extends AsyncDisposable {
  readonly store: DataCopyStore
  /** Publishes the rows within `tx`, if the copy finished them. */
  readonly publish: (tx: Orm) => Promise<void>
}

/** Delays the publishing of a data copy until the attempt's end is recorded, so that the run and its rows appear together. */
export function stageDataCopy({ orm, taskId, now }: { orm: Orm; taskId: number; now: () => Date }): StagedDataCopy {
  const writers: DataCopyWriter[] = []
  let finished: DataCopyWriter | undefined
  return {
    store: {
      async open(columns) {
        const writer = await openDataCopy(orm, { taskId, columns, now: now() })
        writers.push(writer)
        return {
          append: (rows) => writer.append(rows),
          async publish() {
            finished = writer
          },
          async [Symbol.asyncDispose]() {
            if (finished !== writer) await writer[Symbol.asyncDispose]()
          },
        }
      },
    },
    publish: async (tx) => finished?.publish(tx),
    async [Symbol.asyncDispose]() {
      for (const writer of writers) await writer[Symbol.asyncDispose]()
    },
  }
}
