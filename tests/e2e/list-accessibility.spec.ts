import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { runToEnd, runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import type { Provider } from './support/provider.ts'
import { taskListOn } from './support/task-list.ts'

// Workers share the parts of this file.
test.describe.configure({ mode: 'parallel' })

test('a task page, the graph and the runs are accessible while a task runs', async ({ page, client, provider }) => {
  await showTasks(page, { client, provider })
  const main = page.getByRole('navigation', { name: 'Main' })
  const { card } = taskListOn(page)
  await card('waiting').getByRole('link', { name: 'waiting', exact: true }).click()
  await expect(page.getByRole('tabpanel', { name: 'History' })).toBeVisible()
  await expectAccessible(page, 'task page')
  await main.getByRole('link', { name: 'Task Types' }).click()
  await page.getByText('Graph', { exact: true }).click()
  await expect(page.getByRole('link', { name: /^Shown.*In Progress/ })).toBeVisible()
  await expectAccessible(page, 'graph')
  await page.goto('/runs')
  await expect(page.getByRole('link', { name: /^held: In Progress/ })).toBeVisible()
  await expectAccessible(page, 'runs')
})

/** Opens the list with a task in each state: copied, running, waiting, held and inactive. */
async function showTasks(page: Page, { client, provider }: { client: ApiClient; provider: Provider }): Promise<void> {
  const type = await createType(client, { name: 'Shown' })
  await createType(client, { name: 'After it', depends_on_id: type.id })
  const make = (name: string) => createRunnableTask({ client, provider }, { type, name })
  const [done, held, waiting] = [await make('done'), await make('held'), await make('waiting')]
  const vault = await createRunnableTask({ client, provider }, { type, name: 'vault', rows: [] })
  await createTask(client, { type, name: 'idle', target_sheet_name: 'idle', is_active: false })
  await runToSuccess(client, done.id)
  await runToEnd(client, vault.id)
  await provider.delayReplies(held.source_ss_id)
  for (const { id } of [held, waiting]) await client.call(api.tasks.execute, { params: { id }, body: {} })
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await expect(card('done')).toHaveAttribute('data-status', 'Success')
  await expect(card('held')).toHaveAttribute('data-status', 'Running')
  await expect(card('waiting')).toHaveAttribute('data-status', 'Queued')
  await expect(card('vault').getByRole('button', { name: 'See what would be lost' })).toBeVisible()
}
