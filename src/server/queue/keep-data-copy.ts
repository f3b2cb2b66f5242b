import type { Orm } from '#server/storage/database.ts'
import type { DataCopyStore } from '#server/sync/sync-job.ts'
import { type DataCopyWriter, openDataCopy } from '#server/tasks/data-copies.ts'

/** The data copy of one attempt. */
interface KeptDataCopy extends AsyncDisposable {
  readonly store: DataCopyStore
  /** Shows the rows, if the attempt published any, together with whatever else `tx` changes. */
  readonly publish: (tx: Orm) => Promise<void>
}

/** Holds a published data copy back until the attempt's end is recorded: the rows and the run change in one moment. */
export function keepDataCopy({ orm, taskId, now }: { orm: Orm; taskId: number; now: () => Date }): KeptDataCopy {
  const opened: DataCopyWriter[] = []
  let published: DataCopyWriter | undefined
  return {
    store: {
      async open(columns) {
        const writer = await openDataCopy(orm, { taskId, columns, now: now() })
        opened.push(writer)
        return {
          append: (rows) => writer.append(rows),
          async publish() {
            published = writer
          },
          async [Symbol.asyncDispose]() {
            if (published !== writer) await writer[Symbol.asyncDispose]()
          },
        }
      },
    },
    publish: async (tx) => published?.publish(tx),
    async [Symbol.asyncDispose]() {
      for (const writer of opened) await writer[Symbol.asyncDispose]()
    },
  }
}
