import type { DataCopyStore } from '#engine/job/sync-job.ts'
import type { ChangeStore } from '#engine/record/change-store.ts'

/** Prepares the record of what is written, like every run, and stores it nowhere. */
export const ignoredChanges: ChangeStore = {
  open: async () => ({
    bytes: 0,
    rowMoves: [],
    maxBytes: Number.POSITIVE_INFINITY,
    earlierBlocks: async () => [],
    async append() {},
    async addStructure() {},
    async giveUp() {},
  }),
}

/** Takes the rows of a data copy, like every run, and stores them nowhere. */
export const ignoredDataCopy: DataCopyStore = {
  open: async () => ({
    async append() {},
    keep: async (count) => count,
    async publish() {},
    async [Symbol.asyncDispose]() {},
  }),
}
