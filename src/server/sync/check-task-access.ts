import { accountsOf } from '#domain/tasks/accounts-of.ts'
import { ownerOf } from '#domain/tasks/lent-access.ts'
import type { Google } from '#server/google/google.ts'
import { ProviderError, type ProviderReason } from '#server/google/provider-error.ts'
import { writeNothing } from '#server/setup/spreadsheet-access.ts'
import type { Task } from '#server/tasks/read-tasks.ts'
import { resolveTabs } from './resolve-tabs.ts'

/** Failures that say nothing about the access. */
const passing: ReadonlySet<ProviderReason> = new Set(['rate_limited', 'unavailable', 'conflict'])

/**
 * What would keep a task from copying, in a sentence with its cure; undefined if nothing would. Reads no cells and changes
 * nothing.
 *
 * @throws ProviderError for a failure that passes by itself
 */
export async function taskAccessProblem(
  google: Pick<Google, 'connect'>,
  task: Task,
  signal: AbortSignal,
): Promise<string | undefined> {
  const client = google.connect({ accounts: accountsOf(task), owner: ownerOf(task), signal, onWait() {}, log() {} })
  try {
    const { target } = await resolveTabs(client, {
      sourceId: task.sourceSsId,
      sourceTab: task.sourceSheetName,
      targetId: task.targetSsId,
      targetTab: task.targetSheetName,
    })
    await writeNothing(client, target.spreadsheet, target.tab)
    return undefined
  } catch (error) {
    if (error instanceof ProviderError && !passing.has(error.reason)) return error.message
    throw error
  }
}
