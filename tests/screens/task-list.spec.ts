import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { errorReply, unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { overrideTasks } from '#tests/e2e/support/override-tasks.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

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

test('a typed name adds no entry to the history, so Back leaves the list', async ({ page, client }) => {
  const type = await createType(client, { name: 'Sales' })
  await createTask(client, { type, name: 'spring', target_sheet_name: 'spring' })
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Sync Tasks' }).click()
  const { cards, nameFilter } = taskListOn(page)
  await expect(cards).toHaveCount(1)
  const countEntries = () => page.evaluate(() => history.length)
  const before = await countEntries()
  for (const typed of ['s', 'sp', 'spr']) {
    await nameFilter.fill(typed)
    await expect(page).toHaveURL(`/sync_tasks?name=${typed}`)
  }
  expect(await countEntries()).toBe(before)
  await page.goBack()
  await expect(page).toHaveURL('/settings')
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

test('every failed load of the list shows an error, and the list recovers', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Readable' })
  await createTask(client, { type, name: 'read me' })
  for (const { route, text } of [
    { route: api.tasks.list, text: 'Failed to fetch sync tasks.' },
    { route: api.taskTypes.list, text: 'Failed to fetch task types.' },
    { route: api.tasks.statusAll, text: 'Failed to fetch running status.' },
  ]) {
    await withReply(server, { route, reply: unreadableError(418) }, async () => {
      await page.goto('/sync_tasks')
      await expect(toast(page, text)).toBeVisible()
    })
  }
  await page.goto('/sync_tasks')
  const { cards } = taskListOn(page)
  await expect(cards).toHaveCount(1)
  await expect(page.getByText(/^Updated /)).toBeVisible()
  await withReply(server, { route: api.tasks.list, reply: unreadableError(418) }, async () => {
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

test('Run Group and Stop Group are enabled as the tasks of the group allow', async ({ page, client, server }) => {
  const busy = await createType(client, { name: 'Busy' })
  const idle = await createType(client, { name: 'Idle' })
  for (const name of ['first', 'second']) {
    await createTask(client, { type: busy, name, target_sheet_name: name })
  }
  await createTask(client, { type: idle, name: 'asleep', target_sheet_name: 'asleep', is_active: false })
  await page.goto('/sync_tasks')
  const { cards } = taskListOn(page)
  const run = (name: string) => page.getByRole('button', { name: `Run Group ${name}` }).first()
  const stop = (name: string) => page.getByRole('button', { name: `Stop Group ${name}` }).first()
  await expect(page.getByRole('heading', { level: 2, name: 'Busy' }).first()).toBeVisible()
  await expect(page.getByText('2 tasks', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('1 task', { exact: true })).toBeVisible()
  await expect(run('Idle')).toBeDisabled()
  await expect(stop('Idle')).toBeDisabled()
  await expect(run('Busy')).toBeEnabled()
  await expect(stop('Busy')).toBeDisabled()

  for (const { reply, text } of [
    { reply: unreadableError(500), text: 'Failed to run group' },
    { reply: errorReply(503, 'This node is stopping'), text: 'This node is stopping' },
  ]) {
    await withReply(server, { route: api.taskTypes.runGroup, reply }, async () => {
      await run('Busy').click()
      await expect(toast(page, text)).toBeVisible()
    })
  }
  await run('Busy').click()
  await expect(toast(page, '2 tasks queued in Busy.')).toBeVisible()
  const waiting_for = 'Waiting: 1 of 1 running in Busy'
  server.changeTasks(({ name }) => (name === 'first' ? { task_status: 'Running' } : {}))
  server.changeTasks(({ name }) => (name === 'second' ? { waiting_for } : {}))
  await expect(cards.and(page.locator('[data-status="Running"]'))).toHaveCount(1)
  await expect(cards.and(page.locator('[data-status="Queued"]'))).toHaveCount(1)
  await expect(cards.getByText('Waiting: 1 of 1 running in Busy', { exact: true })).toBeVisible()
  await expect(run('Busy')).toBeDisabled()

  await withReply(server, { route: api.taskTypes.stopGroup, reply: unreadableError(500) }, async () => {
    await stop('Busy').click()
    await expect(toast(page, 'Failed to stop tasks')).toBeVisible()
  })
  await stop('Busy').click()
  await expect(toast(page, 'Stopping 2 tasks in Busy.')).toBeVisible()
  await expect(cards.and(page.locator('[data-status="Stopped"]'))).toHaveCount(2)
  await expect(stop('Busy')).toBeDisabled()
})

test('with a filter, a group still counts, runs and stops all its tasks', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Partly', allowed_concurrent_tasks: 3 })
  await createTask(client, { type, name: 'seen', target_sheet_name: 'seen', is_active: false })
  for (const name of ['hidden one', 'hidden two']) {
    await createTask(client, { type, name, target_sheet_name: name })
  }
  await page.goto('/sync_tasks')
  const { cards, dialog, nameFilter } = taskListOn(page)
  const head = page.getByRole('heading', { level: 2, name: 'Partly' }).first().locator('..')
  await expect(head).toContainText('3 tasks')
  await nameFilter.fill('seen')
  await expect(cards).toHaveCount(1)
  await expect(head).toContainText('1 of 3 tasks')

  const run = page.getByRole('button', { name: 'Run Group Partly' }).first()
  const stop = page.getByRole('button', { name: 'Stop Group Partly' }).first()
  await expect(stop).toBeDisabled()
  await run.click()
  const asked = dialog('Run Group')
  await expect(asked.getByText('Runs 2 tasks of Partly, not only the one shown.', { exact: true })).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toBeHidden()
  await run.click()
  await asked.getByRole('button', { name: 'Run 2 tasks' }).click()
  await expect(toast(page, '2 tasks queued in Partly.')).toBeVisible()
  server.changeTasks(({ running_status }) => (running_status ? { task_status: 'Running' } : {}))
  await expect(asked).toBeHidden()
  await expect(head).toContainText('2 In Progress · 1 Pending')
  await expect(head.locator('[data-tone]').first()).toHaveAttribute('data-tone', 'orange')
  await expect(run).toBeDisabled()
  await stop.click()
  await expect(toast(page, 'Stopping 2 tasks in Partly.')).toBeVisible()
  await expect(head).not.toContainText('In Progress')
  await expect(run).toBeEnabled()
})
