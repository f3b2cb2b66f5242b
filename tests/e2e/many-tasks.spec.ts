import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { TASKS_PAGE_SIZE } from '#contract/task.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('a long list is paged, and deleting the last task of a page shows the previous page', async ({ page, client }) => {
  await makePageAndOne(client)
  await page.goto('/sync_tasks')
  const { cards, dialog, summary } = taskListOn(page)
  const pages = page.getByRole('navigation', { name: 'Pagination' })
  await expect(pages.getByText('Page 1 of 2', { exact: true })).toBeVisible()
  await expect(summary).toContainText(`${TASKS_PAGE_SIZE + 1} total, ${TASKS_PAGE_SIZE} filtered`)
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  // Only the cards in and near the window are rendered.
  expect(await cards.count()).toBeLessThan(60)

  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/sync_tasks?page=2')
  await expect(pages.getByText('Page 2 of 2', { exact: true })).toBeVisible()
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(cards).toHaveCount(1)
  await expect(cards.getByText('401/401', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(pages.getByText('Page 1 of 2', { exact: true })).toBeVisible()
  await page.goForward()
  await expect(cards).toHaveCount(1)

  const steps = () => page.evaluate(() => history.length)
  const stepsBefore = await steps()
  await cards.getByRole('button', { name: 'Delete' }).click()
  await dialog('Delete Sync Task').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Task deleted')).toBeVisible()
  await expect(page).toHaveURL('/sync_tasks')
  expect(await steps()).toBe(stepsBefore)
  await expect(pages).toHaveCount(0)
  await expect(summary).toContainText(`${TASKS_PAGE_SIZE} total, ${TASKS_PAGE_SIZE} filtered`)
})

test('a page number past the end shows the last page, without an extra history entry', async ({ page, client }) => {
  await makePageAndOne(client)
  const requested: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === api.tasks.list.path) requested.push(searchParams.get('page'))
  })
  await page.goto('/settings')
  await page.goto('/sync_tasks?name=many&page=99')
  const { cards } = taskListOn(page)
  await expect(page).toHaveURL('/sync_tasks?name=many&page=2')
  await expect(cards).toHaveCount(1)
  await expect(page.getByText('Page 2 of 2', { exact: true })).toBeVisible()
  expect(requested).toEqual(['99', '2'])
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await page.goto('/sync_tasks?page=99999999999')
  await expect(page).toHaveURL('/sync_tasks?page=2')
})

test('the summary and the buttons cover the tasks of all pages', async ({ page, client, provider }) => {
  const first = await createType(client, { name: 'First' })
  const busy = await createRunnableTask({ client, provider }, { type: first, name: 'busy' })
  await provider.delayReplies(busy.source_ss_id)
  await makePageAndOne(client)
  await page.goto('/sync_tasks?page=2')
  const { cards, summary, runAll, stopAll, toggleAll, deleteAll, dialog } = taskListOn(page)
  await expect(cards).toHaveCount(2)
  await expect(summary.locator(':scope > span')).toHaveText(['402 total, 2 filtered', '402 Pending', '0 inactive'])

  await cards.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Select all 2 shown on this page' }).click()
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()

  await toggleAll.click()
  await expect(toast(page, '402 tasks deactivated.')).toBeVisible()
  await expect(summary).toContainText('402 inactive')
  for (const toggle of await cards.getByRole('switch').all()) await toggle.click()
  await expect(summary).toContainText('400 inactive')
  // Both tasks of this page are active, and no others.
  await toggleAll.click()
  await expect(toast(page, '400 tasks activated.')).toBeVisible()
  await expect(summary).toContainText('0 inactive')

  await client.call(api.tasks.execute, { params: { id: busy.id }, body: {} })
  await expect(summary).toContainText('1 In Progress')
  await runAll.press('Enter')
  await expect(toast(page, 'Tasks are already running')).toBeVisible()
  await deleteAll.press('Enter')
  await expect(toast(page, 'Cannot delete while tasks are running')).toBeVisible()
  await stopAll.click()
  const stopping = dialog('Stop All Tasks')
  await expect(stopping.getByText('1 task will be stopped: 1 running, 0 queued.', { exact: true })).toBeVisible()
  await stopping.getByRole('button', { name: 'Stop All' }).click()
  await expect(summary).toContainText('1 Stopped')
  await deleteAll.click()
  await expect(dialog('Delete All Sync Tasks').getByText(/^All 402 tasks will be deleted/)).toBeVisible()
})

test('the group header covers the whole type on each of its pages', async ({ page, client, provider }) => {
  const many = await createType(client, { name: 'Many' })
  const busy = await createRunnableTask({ client, provider }, { type: many, name: 'busy' })
  await provider.delayReplies(busy.source_ss_id)
  await importPageAndOne(client)
  await page.goto('/sync_tasks?page=2')
  const { cards } = taskListOn(page)
  const [runGroup, stopGroup] = [groupButton(page, 'Run Group Many'), groupButton(page, 'Stop Group Many')]
  await expect(cards).toHaveCount(2)
  await expect(page.getByText('2 of 402 tasks', { exact: true }).first()).toBeVisible()
  for (const toggle of await cards.getByRole('switch').all()) await toggle.click()
  await expect(cards.getByText('Inactive', { exact: true })).toHaveCount(2)
  await expect(runGroup).toBeEnabled()
  await expect(stopGroup).toBeDisabled()

  await client.call(api.tasks.execute, { params: { id: busy.id }, body: {} })
  await expect(page.getByText('1 in progress', { exact: true }).first()).toBeVisible()
  await stopGroup.press('Enter')
  await expect(toast(page, 'Stopping 1 task in Many.')).toBeVisible()
  await expect(stopGroup).toBeDisabled()
  await expect(stopGroup).toBeFocused()
})

/** A group header can appear twice: in its place, and stuck to the top of the window. */
function groupButton(page: Page, name: string): Locator {
  return page.getByRole('button', { name }).first()
}

/** Creates the type 'Many' with one task more than a page holds. */
async function makePageAndOne(client: ApiClient): Promise<void> {
  await createType(client, { name: 'Many' })
  await importPageAndOne(client)
}

async function importPageAndOne(client: ApiClient): Promise<void> {
  const rows = Array.from({ length: TASKS_PAGE_SIZE + 1 }, (_, index) => `many ${index},Many,source,target-${index}`)
  const content = ['name,task_type,source_ss_id,target_ss_id', ...rows].join('\n')
  await client.upload(api.tasks.importCsv, { name: 'tasks.csv', content })
}
