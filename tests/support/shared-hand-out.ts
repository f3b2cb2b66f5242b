import type { tasks } from '#server/storage/live-tables.ts'
import { openHandOut, type SourceAndType } from './hand-out-world.ts'
import { shareNode } from './shared-node.ts'

export type SharedHandOut = Awaited<ReturnType<ReturnType<typeof shareHandOuts>>>

/** Starts a node for the tests of a file, and returns a function that adds a task that hands out orders. */
export function shareHandOuts() {
  const node = shareNode()
  return async (fields: Partial<typeof tasks.$inferInsert> = {}, options: SourceAndType = {}) => {
    const shared = node()
    return { ...(await openHandOut(shared, fields, options)), beforeEachWrite: shared.beforeEachWrite }
  }
}
