import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { unreadableError, withMockReply } from '#tests/e2e/support/mock-reply.ts'
import { overrideTasks } from '#tests/e2e/support/override-tasks.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

test('an empty list explains tasks and offers to add the first', async ({ page }) => {
  await page.goto('/sync_tasks')
  const { addTask, dialog, summary } = taskListOn(page)
  await expect(page).toHaveTitle('Sync Tasks · Nano Sync')
  await expect(page.getByText('No sync tasks yet', { exact: true })).toBeVisible()
  await expect(summary).toHaveText('0 total, 0 filtered0 inactive')
  await expect(page.getByRole('main').getByRole('link', { name: 'import tasks from a CSV file' })).toHaveAttribute(
    'href',
    '/import_export',
  )
  await expect(page.getByText(/^Page \d/)).toHaveCount(0)
  await addTask.click()
  await expect(dialog('Add Sync Task')).toBeVisible()
})

test('the summary counts all and shown tasks, the three most urgent statuses and inactive tasks', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Counted' })
  const statuses = ['Success', 'Error', 'Success', 'Pending', 'Stopped', 'Warning', 'Stopped', 'Failed'] as const
  for (const [index] of statuses.entries()) {
    await createTask(client, { type, name: `Counted ${index}`, is_active: index > 1 })
  }
  await overrideTasks(page, ({ name }) => ({ task_status: statuses[Number(name.split(' ')[1])] ?? 'Pending' }))
  await page.goto('/sync_tasks')
  const { summary, statusFilter } = taskListOn(page)
  await expect(summary.getByRole('button')).toHaveText([
    '8 total, 8 filtered',
    '1 Error',
    '1 Failed',
    '2 Success',
    '2 inactive',
  ])
  await expect(summary).toContainText('...')
  await expect(summary.locator('[data-tone]')).toHaveCount(3)
  await expect(summary.getByText('1 Error').locator('[data-tone]')).toHaveAttribute('data-tone', 'red')
  await statusFilter.selectOption('Stopped')
  await expect(summary.getByRole('button').first()).toHaveText('8 total, 2 filtered')
})

test('filters are part of the URL, survive Back and sharing, and are cleared together', async ({ page, client }) => {
  const sales = await createType(client, { name: 'Sales' })
  const stock = await createType(client, { name: 'Stock' })
  for (const name of ['Spring figures', 'Autumn figures']) await createTask(client, { type: sales, name })
  await createTask(client, { type: stock, name: 'Spring shelves' })
  await page.goto('/sync_tasks')
  const { cards, typeFilter, statusFilter, nameFilter, summary } = taskListOn(page)
  await expect(cards).toHaveCount(3)
  await expect(typeFilter.getByRole('option')).toHaveText(['All Types', 'Sales', 'Stock'])
  await expect(statusFilter.getByRole('option')).toHaveText([
    'All Statuses',
    'Pending',
    'Queued',
    'In Progress',
    'Failed',
    'Stopping',
    'Stopped',
    'Success',
    'Warning',
    'Error',
    'Held',
    'Not run',
    'Late',
    'Due',
  ])

  await typeFilter.selectOption('Sales')
  await nameFilter.fill('spring')
  await expect(cards).toHaveCount(1)
  await statusFilter.selectOption('Pending')
  await expect(page).toHaveURL(`/sync_tasks?type=${sales.id}&name=spring&status=Pending`)
  await expect(summary).toContainText('3 total, 1 filtered')
  await cards.getByRole('link', { name: 'Spring figures', exact: true }).click()
  await expect(page).toHaveURL(/\/sync_tasks\/\d+$/)
  await page.goBack()
  await expect(cards).toHaveCount(1)
  await expect(nameFilter).toHaveValue('spring')

  await statusFilter.selectOption('Error')
  await expect(page.getByText('No sync tasks match the selected filters.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL('/sync_tasks')
  await expect(cards).toHaveCount(3)
  await page.goto(`/sync_tasks?type=${stock.id}&status=pending`)
  await expect(cards).toHaveCount(1)
  await expect(typeFilter).toHaveValue(String(stock.id))
  await expect(statusFilter).toHaveValue('Pending')
})

test('two filters that change at the same moment both apply', async ({ page, client }) => {
  const type = await createType(client, { name: 'Sales' })
  await createTask(client, { type, name: 'spring', target_sheet_name: 'spring' })
  await page.goto('/sync_tasks')
  const { cards, typeFilter, statusFilter } = taskListOn(page)
  await expect(cards).toHaveCount(1)
  await typeFilter.evaluate(
    (first, [second, typeId]) => {
      for (const [filter, value] of [
        [first, typeId],
        [second, 'Pending'],
      ] as const) {
        if (filter instanceof HTMLSelectElement) filter.value = String(value)
        filter?.dispatchEvent(new Event('change', { bubbles: true }))
      }
    },
    [await statusFilter.elementHandle(), type.id] as const,
  )
  await expect(page).toHaveURL(`/sync_tasks?type=${type.id}&status=Pending`)
  await expect(cards).toHaveCount(1)
})

test('every failed load of the list shows an error, and the list recovers', async ({ page, client }) => {
  const type = await createType(client, { name: 'Readable' })
  await createTask(client, { type, name: 'read me' })
  for (const { route, text } of [
    { route: api.tasks.list, text: 'Failed to fetch sync tasks.' },
    { route: api.taskTypes.list, text: 'Failed to fetch task types.' },
    { route: api.tasks.statusAll, text: 'Failed to fetch running status.' },
  ]) {
    await withMockReply(page, { route, reply: unreadableError(418) }, async () => {
      await page.goto('/sync_tasks')
      await expect(toast(page, text)).toBeVisible()
    })
  }
  await page.goto('/sync_tasks')
  const { cards } = taskListOn(page)
  await expect(cards).toHaveCount(1)
  await expect(page.getByText(/^Updated /)).toBeVisible()
  await withMockReply(page, { route: api.tasks.list, reply: unreadableError(418) }, async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(toast(page, 'Failed to refresh tasks')).toBeVisible()
    await expect(cards).toHaveCount(1)
  })
})

test('where a group header is narrow, its counts make way for the name of the type', async ({ page, client }) => {
  const type = await createType(client, { name: 'Quarterly ledgers' })
  await createTask(client, { type, name: 'narrow', target_sheet_name: 'narrow' })
  await page.goto('/sync_tasks')
  const name = page.getByRole('heading', { level: 2, name: 'Quarterly ledgers' })
  for (const width of [1024, 820]) {
    await page.setViewportSize({ width, height: 700 })
    await expect(name).toBeVisible()
    await expect.poll(() => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
})
