import type { TaskFields } from '#contract/task-fields.ts'
import { parseAccounts } from '#domain/tasks/parse-accounts.ts'
import { leavesNameOpen, nameAfterEdit } from '#domain/tasks/task-name.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Google } from '#server/google/google.ts'
import type { Orm } from '#server/storage/database.ts'
import { isNameTaken } from '#server/tasks/derived-names.ts'
import { findTitle } from '#server/tasks/spreadsheet-titles.ts'

interface NewTask {
  readonly fields: TaskFields
  readonly createdBy: string
  readonly signal: AbortSignal
}

/**
 * Reads the title of a new task's source spreadsheet if the task needs a derived name and no task has stored the title.
 * Returns undefined if no title is needed or the provider refuses.
 */
export async function readSourceTitle(
  { orm, google }: { orm: Orm; google: Pick<Google, 'connect'> },
  { fields, createdBy, signal }: NewTask,
): Promise<string | undefined> {
  const { source_ss_id: sourceSsId, sync_task_type_id: taskTypeId } = fields
  if (!leavesNameOpen(fields)) return undefined
  if (!(await isNameTaken(orm, { taskTypeId, name: nameAfterEdit({ id: 0, ...fields }) }))) return undefined
  if ((await findTitle(orm, sourceSsId)) !== undefined) return undefined
  const accounts = parseAccounts({ relevantUserAccounts: fields.relevant_user_accounts })
  const client = google.connect({ accounts, owner: createdBy, accountKind: null, signal, onWait() {}, log() {} })
  try {
    return (await client.getSpreadsheet(sourceSsId)).title
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}
