import type { DataCopyStore } from '#engine/job/sync-job.ts'
import type { ChangeStore } from '#engine/record/change-store.ts'

/** Prepares the record of changes like every run, but does not store it. */
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

/** Accepts the rows of a data copy like every run, but does not store them. */
export const ignoredDataCopy: DataCopyStore = {
  open: async () => ({
    async append() {},
    keep: async (count) => count,
    async publish() {},
    async [Symbol.asyncDispose]() {},
  }),
}
