import { ProviderError } from '#engine/provider-error.ts'
import type { Workbook } from '#engine/workbook.ts'
import { StaleMemory } from './copy-memory.ts'

/** Maximum restarts of a read after rows were inserted or deleted during it. */
const MAX_RESTARTS = 3

/**
 * Reads with the memory of the last run, and again without it if the memory is stale or rows moved during the read.
 *
 * @throws ProviderError rows_shifted if the rows never stood still
 */
export async function withRestarts<Memory, Result>(
  workbook: Workbook,
  memory: Memory | undefined,
  read: (memory: Memory | undefined) => Promise<Result>,
): Promise<Result> {
  let known = memory
  for (let restarts = 0; ; ) {
    try {
      return await read(known)
    } catch (error) {
      if (error instanceof ProviderError && error.reason === 'rows_shifted' && restarts < MAX_RESTARTS) {
        restarts += 1
        await workbook.backOff(restarts)
      } else if (!(error instanceof StaleMemory && known)) throw error
      known = undefined
    }
  }
}
