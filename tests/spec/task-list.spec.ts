import { expect, type Page } from '@playwright/test'
import { findCard, showTasks, test } from './support/journey.ts'
import { buildTaskType, task } from './support/records.ts'

test('the list has groups and counts', async ({ page, server }) => {
  await page.goto('/sync_tasks')

  await test.step('groups tasks by type, with name, count and group buttons', async () => {
    const headings = page.getByRole('main').getByRole('heading', { level: 2, name: /^Type/ })
    await expect(headings).toHaveText(['Type 1', 'Type 2'])
    for (const [name, count] of [
      ['Type 1', '2 tasks'],
      ['Type 2', '1 task'],
    ] as const) {
      const header = page.getByRole('heading', { name, exact: true }).locator('xpath=../..')
      await expect(header).toContainText(count)
      await expect(header.getByRole('button', { name: 'Run Group' })).toBeVisible()
      await expect(header.getByRole('button', { name: 'Stop Group' })).toBeVisible()
    }
  })

  await test.step('one page needs no paging, and an empty list says so', async () => {
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)
    await showTasks(page, { server, tasks: [] })
    await expect(summary(page)).toContainText('0 total')
    await expect(page.getByText('No sync tasks match the selected filters.')).toHaveCount(0)
  })

  await test.step('counts tasks in total, filtered, by the first three statuses, and inactive', async () => {
    const statuses = ['Success', 'pending', 'Running', '', 'Error', 'Success', 'FAILED']
    await showTasks(page, {
      server,
      tasks: statuses.map((task_status, index) => task(index + 1, { task_status, is_active: index > 1 })),
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sync Tasks')
    await expect(summary(page)).toContainText('7 total')
    await expect(summary(page)).toContainText('7 filtered')
    await expect(summary(page)).toContainText('1 Error')
    await expect(summary(page)).toContainText('1 Failed')
    await expect(summary(page)).toContainText('1 In Progress')
    await expect(summary(page)).not.toContainText('Success')
    await expect(summary(page)).toContainText('2 inactive')
    await expect(summary(page)).not.toContainText('...')
  })

  await test.step('orders the counts and adds dots beyond five statuses', async () => {
    const statuses = ['Queued', 'Pending', 'Success', 'Warning', 'Stopped', 'Stopping']
    await showTasks(page, { server, tasks: statuses.map((task_status, index) => task(index + 1, { task_status })) })
    await expect(summary(page)).toHaveText(/1 Success.*1 Pending.*1 Queued.*0 inactive.*\.\.\./)
  })
})

test('filters by type and by status, and clears both', async ({ page, server }) => {
  server.state.tasks = [
    task(1, { task_status: 'success' }),
    task(2, { task_status: 'Error' }),
    task(3, { sync_task_type_id: 2, task_type: buildTaskType(2), task_status: 'Success' }),
  ]
  await page.goto('/sync_tasks')
  const cards = page.getByRole('article')
  const types = page.getByRole('combobox', { name: 'Task type' })
  const statuses = page.getByRole('combobox', { name: 'Status' })
  await expect(cards).toHaveCount(3)
  await expect(types.getByRole('option')).toHaveText(['All Types', 'Type 1', 'Type 2'])
  await expect(statuses.getByRole('option').first()).toHaveText('All Statuses')

  await statuses.selectOption('Success')
  await expect(cards).toHaveCount(2)
  await expect(summary(page)).toContainText('3 total')
  await expect(summary(page)).toContainText('2 filtered')
  await types.selectOption('Type 1')
  await expect(cards).toHaveCount(1)
  await expect(findCard(page, 'To 1')).toBeVisible()
  await statuses.selectOption('Warning')
  await expect(page.getByText('No sync tasks match the selected filters.')).toBeVisible()

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(cards).toHaveCount(3)
  await expect(types).toHaveValue((await types.getByRole('option', { name: 'All Types' }).getAttribute('value')) ?? '')
})

test('asks for 400 tasks a page and pages through them', async ({ page, server }) => {
  server.state.pageSize = 2
  await page.goto('/sync_tasks')
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  expect(server.received('GET /api/sync_tasks')[0]?.query).toMatchObject({ page: '1', limit: '400' })
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(server.received('GET /api/sync_tasks').at(-1)?.query).toMatchObject({ page: '2', limit: '400' })
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()

  // Deleting the last task of the page leads back to the previous page.
  await findCard(page, 'To 3').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete Sync Task' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByText(/Page \d/)).toHaveCount(0)
})

test('Refresh does not wait for an earlier read of the list', async ({ page, server }) => {
  await page.goto('/sync_tasks')
  await expect(findCard(page, 'To 1')).toBeVisible()
  server.forgetReceived()
  const answer = server.hold('GET /api/sync_tasks')
  await findCard(page, 'To 1').getByRole('button', { name: 'Run Task' }).click()
  await expect.poll(() => server.received('GET /api/sync_tasks')).not.toHaveLength(0)
  server.restore('GET /api/sync_tasks')
  await showTasks(page, { server, tasks: [task(4)] })
  await expect(findCard(page, 'To 4')).toBeVisible()
  answer()
})

test('a filter that changes at the same moment as the page applies', async ({ page, server }) => {
  server.state.pageSize = 2
  await page.goto('/sync_tasks')
  const next = page.getByRole('button', { name: 'Next' })
  await expect(next).toBeEnabled()
  await page.getByRole('combobox', { name: 'Status' }).evaluate(
    (filter, button) => {
      if (filter instanceof HTMLSelectElement) filter.value = 'Pending'
      filter.dispatchEvent(new Event('change', { bubbles: true }))
      if (button instanceof HTMLElement) button.click()
    },
    await next.elementHandle(),
  )
  await expect(page).toHaveURL('/sync_tasks?status=Pending&page=2')
})

function summary(page: Page) {
  return page.getByText(/\d+ total/).locator('..')
}
