import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { TASKS_PAGE_SIZE } from '#contract/task-routes.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { addManyTasks } from './support/sample-records.ts'
import { test } from './support/screen.ts'

const RUNNING = { running_status: true, task_status: 'Running' } as const

test('a list of several pages', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Many' })
  addManyTasks(server, { type, count: TASKS_PAGE_SIZE + 1 })
  const { cards, dialog, nameFilter, summary } = taskListOn(page)
  const pages = page.getByRole('navigation', { name: 'Pagination' })
  const main = page.getByRole('navigation', { name: 'Main' })
  const requested = watchLists(page)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('the palette finds tasks of all pages, with one request per pause in typing', async () => {
    const [last] = (await client.call(api.tasks.list, { query: { page: 2 } })).syncTasks
    await page.keyboard.press('Control+k')
    const commands = dialog('Commands')
    await expect(commands.getByRole('textbox')).toBeFocused()
    requested()
    await commands.getByRole('textbox').pressSequentially('run MANY 400')
    await expect(commands.getByRole('button', { name: `Run ${last?.name}` })).toBeVisible()
    expect(requested().length).toBeLessThan('run MANY 400'.length)
    await commands.getByRole('textbox').fill('400 many')
    await commands
      .getByRole('button', { name: String(last?.name) })
      .first()
      .click()
    await expect(page).toHaveURL(`/sync_tasks/${last?.id}`)
  })

  await test.step('a page number past the end shows the last page, without an extra history entry', async () => {
    await main.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
    requested()
    await page.goto('/sync_tasks?name=many&page=99')
    await expect(page).toHaveURL('/sync_tasks?name=many&page=2')
    await expect(cards).toHaveCount(1)
    await expect(pages.getByText('Page 2 of 2', { exact: true })).toBeVisible()
    expect(requested().map((query) => new URLSearchParams(query).get('page'))).toEqual(['99', '2'])
    await page.goBack()
    await expect(page).toHaveURL('/settings')
    await page.goto('/sync_tasks?page=99999999999')
    await expect(page).toHaveURL('/sync_tasks?page=2')
  })

  await test.step('the tasks before stay visible until those of the new filter arrive', async () => {
    await pages.getByRole('button', { name: 'Previous' }).click()
    await expect(summary).toContainText('401 total, 401 filtered')
    await expect(page).toHaveURL('/sync_tasks')
    // Until they have loaded, the page before is visible.
    await expect.poll(() => cards.count()).toBeGreaterThan(1)
    const reply = Promise.withResolvers<void>()
    await page.route(/search=/, async (call) => {
      await reply.promise
      await call.continue()
    })
    const awaited = page.waitForRequest(/search=many%20400/)
    await nameFilter.fill('many 400')
    await awaited
    expect(await cards.count()).toBeGreaterThan(1)
    await expect(summary).toContainText('401 total, 401 filtered')
    reply.resolve()
    await expect(cards).toHaveCount(1)
    await expect(summary).toContainText('401 total, 1 filtered')
    await nameFilter.fill('')
  })

  await test.step('it is paged, and only the cards in and near the window are rendered', async () => {
    await expect(pages.getByText('Page 1 of 2', { exact: true })).toBeVisible()
    await expect(summary).toContainText(`${TASKS_PAGE_SIZE + 1} total, ${TASKS_PAGE_SIZE + 1} filtered`)
    await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
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
  })

  await test.step('deleting the last task of a page shows the previous page', async () => {
    const steps = () => page.evaluate(() => history.length)
    const stepsBefore = await steps()
    await cards.getByRole('button', { name: 'Delete' }).click()
    await dialog('Delete Sync Task').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Task deleted Undo')).toBeVisible()
    await expect(page).toHaveURL('/sync_tasks')
    expect(await steps()).toBe(stepsBefore)
    await expect(pages).toHaveCount(0)
    await expect(summary).toContainText(`${TASKS_PAGE_SIZE} total, ${TASKS_PAGE_SIZE} filtered`)
  })
})

test('a filter covers all pages, and follows a task whose status changes', async ({ page, client, server }) => {
  const slow = await createType(client, { name: 'Slow' })
  const rare = await createTask(client, { type: slow, name: 'rare find', target_sheet_name: 'rare find' })
  const type = await createType(client, { name: 'Many' })
  addManyTasks(server, { type, count: TASKS_PAGE_SIZE + 1 })
  // The type of the rare task is now last, so the task is on page 2.
  const types = await client.call(api.taskTypes.list, {})
  const order = types.map(({ id }) => id).sort((a, b) => Number(a === slow.id) - Number(b === slow.id))
  await client.call(api.taskTypes.reorder, { body: { order } })
  const requested = watchLists(page)
  await page.goto('/sync_tasks?page=2')
  const { cards, card, summary, typeFilter, statusFilter, nameFilter } = taskListOn(page)
  const pages = page.getByRole('navigation', { name: 'Pagination' })
  await expect(cards).toHaveCount(2)
  expect(requested()).toEqual(['?page=2&limit=400'])

  await statusFilter.selectOption('Running')
  await expect(page).toHaveURL('/sync_tasks?status=Running')
  await expect(page.getByText('No sync tasks match the selected filters.', { exact: true })).toBeVisible()
  await expect(summary).toContainText('402 total, 0 filtered')
  expect(requested()).toEqual(['?page=1&limit=400&status=Running'])
  server.changeTask(rare.id, RUNNING)
  await expect(card('rare find')).toHaveAttribute('data-status', 'Running')
  await expect(summary).toContainText('402 total, 1 filtered')
  await card('rare find').getByRole('button', { name: 'Stop Task' }).click()
  await expect(cards).toHaveCount(0)
  await expect(summary).toContainText('402 total, 0 filtered')

  await statusFilter.selectOption('All Statuses')
  await expect(pages.getByText('Page 1 of 2', { exact: true })).toBeVisible()
  requested()
  await nameFilter.pressSequentially('RARE find')
  await expect(cards).toHaveCount(1)
  await expect(pages).toHaveCount(0)
  await expect(summary).toContainText('402 total, 1 filtered')
  expect(requested().length).toBeLessThan('RARE find'.length)
  await typeFilter.selectOption('Many')
  await expect(summary).toContainText('402 total, 0 filtered')
  await nameFilter.fill('many')
  await expect(pages.getByText('Page 1 of 2', { exact: true })).toBeVisible()
  await expect(summary).toContainText('402 total, 401 filtered')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL('/sync_tasks')
  await expect(pages.getByText('Page 1 of 2', { exact: true })).toBeVisible()
})

test('the summary, the buttons and the group header cover the tasks of all pages', async ({ page, client, server }) => {
  const many = await createType(client, { name: 'Many' })
  const busy = await createTask(client, { type: many, name: 'busy', target_sheet_name: 'busy' })
  addManyTasks(server, { type: many, count: TASKS_PAGE_SIZE + 1 })
  await page.goto('/sync_tasks?page=2')
  const { cards, summary, runAll, stopAll, toggleAll, deleteAll, dialog } = taskListOn(page)
  await expect(cards).toHaveCount(2)
  await expect(summary.getByRole('button')).toHaveText(['402 total, 402 filtered', '402 Pending', '0 inactive'])

  await cards.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Select all 2 shown on this page' }).click()
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()

  await toggleAll.click()
  await expect(toast(page, '402 tasks are inactive.')).toBeVisible()
  await expect(summary).toContainText('402 inactive')
  for (const toggle of await cards.getByRole('switch').all()) await toggle.click()
  await expect(summary).toContainText('400 inactive')
  // Both tasks of this page are active, and no others.
  await toggleAll.click()
  await expect(toast(page, '402 tasks are active.')).toBeVisible()
  await expect(summary).toContainText('0 inactive')

  server.changeTask(busy.id, RUNNING)
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
  await page.keyboard.press('Escape')
  await expect(dialog('Delete All Sync Tasks')).toHaveCount(0)

  const [runGroup, stopGroup] = [groupButton(page, 'Run Group Many'), groupButton(page, 'Stop Group Many')]
  await expect(page.getByText('2 of 402 tasks', { exact: true }).first()).toBeVisible()
  for (const toggle of await cards.getByRole('switch').all()) await toggle.click()
  await expect(cards.getByText('Inactive', { exact: true })).toHaveCount(2)
  await expect(runGroup).toBeEnabled()
  await expect(stopGroup).toBeDisabled()
  server.changeTask(busy.id, RUNNING)
  await expect(page.getByText(/^1 In Progress · /).first()).toBeVisible()
  await stopGroup.press('Enter')
  await expect(toast(page, 'Stopping 1 task in Many.')).toBeVisible()
  await expect(stopGroup).toBeDisabled()
  await expect(stopGroup).toBeFocused()
})

/** A group header can appear twice: in its place, and stuck to the top of the window. */
function groupButton(page: Page, name: string): Locator {
  return page.getByRole('button', { name }).first()
}

/** Records the queries of the requests for the list; the function returns the queries since its last call. */
function watchLists(page: Page): () => string[] {
  const queries: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === api.tasks.list.path && request.method() === 'GET') queries.push(search)
  })
  return () => queries.splice(0)
}
