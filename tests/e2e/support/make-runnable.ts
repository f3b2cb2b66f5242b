import type { Task } from '#contract/task.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { makeTask, type NewTask } from './make.ts'
import type { Provider } from './provider.ts'

type NewRunnable = Omit<NewTask, 'source_ss_id' | 'target_ss_id'> & { rows?: Cell[][] }

/** Makes a task together with the two spreadsheets that it copies between; it is headed by its name. */
export async function makeRunnable(
  { client, provider }: { client: ApiClient; provider: Provider },
  { rows = [['id'], [1], [2]], ...task }: NewRunnable,
): Promise<Task> {
  const { name } = task
  return await makeTask(client, {
    source_sheet_name: 'Data',
    target_sheet_name: name,
    ...task,
    source_ss_id: await provider.makeSpreadsheet(`${name} source`, [{ title: 'Data', rows }]),
    target_ss_id: await provider.makeSpreadsheet(`${name} target`, [{ title: name }]),
  })
}
