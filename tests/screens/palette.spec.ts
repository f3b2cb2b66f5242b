import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectDialogAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { buildSuccess } from './support/build-success.ts'
import { test } from './support/screen.ts'

test('the palette opens screens and tasks, runs a task and switches the theme', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Found' })
  await createTask(client, { type, name: 'needle', target_sheet_name: 'needle' })
  const { id } = await createTask(client, { type, name: 'hay', target_sheet_name: 'hay', is_active: false })
  await page.goto('/')
  const { search, options } = findPalette(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await search.fill('scheduled')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/schedule')
  await expect(search).toBeHidden()

  await page.getByRole('button', { name: 'Search or run a command' }).click()
  await search.fill('hay')
  await expect(options).toHaveText(['hayFound'])
  await options.first().click()
  await expect(page).toHaveURL(`/sync_tasks/${id}`)

  await page.keyboard.press('Control+k')
  await search.fill('run needle')
  await page.keyboard.press('Enter')
  await expect(toast(page, /^'needle' \(.+\) is queued\.$/)).toBeVisible()
  server.changeTasks(({ name }) => (name === 'needle' ? buildSuccess() : {}))
  await page.goto('/sync_tasks')
  await expect(taskListOn(page).card('needle')).toHaveAttribute('data-status', 'Success')

  await page.keyboard.press('Control+k')
  await search.fill('dark')
  await page.keyboard.press('Enter')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.keyboard.press('Control+k')
  await search.fill('zzz')
  await expect(page.getByText('No results')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
})

test('keys that are typed right after Ctrl+K are searched for', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let load = () => {}
  const isAsked = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/command-palette.*\.js/, async (route) => {
    await isAsked
    await route.continue()
  })
  const { search } = findPalette(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('schedule')
  load()
  await expect(search).toBeFocused()
  await page.keyboard.type('d')
  await expect(search).toHaveValue('scheduled')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('map')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('map')
})

test('the palette runs the commands of the list from any screen, and ? lists the keys', async ({
  page,
  client,
  server,
}) => {
  const type = await createType(client, { name: 'Commanded', max_retries: 0 })
  await createTask(client, { type, name: 'slow', target_sheet_name: 'slow' })
  const bad = await createTask(client, { type, name: 'bad', target_sheet_name: 'bad' })
  server.changeTask(bad.id, { task_status: 'Error' })
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { search, options } = findPalette(page)
  const command = async (query: string, name: string) => {
    await page.keyboard.press('Control+k')
    await search.fill(query)
    await options.filter({ hasText: name }).first().click()
  }
  await command('stop all', 'Stop All')
  await expect(toast(page, 'No running or queued tasks to stop')).toBeVisible()
  await command('show failed', 'Show 1 task in Error')
  await expect(page).toHaveURL('/sync_tasks?status=Error')
  await expect(taskListOn(page).card('bad')).toBeVisible()
  await command('retry', 'Run 1 task in Error')
  await expect(toast(page, 'Queued 1 of 1 task.')).toBeVisible()

  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  server.changeTask(bad.id, { task_status: 'Error', running_status: false })
  await page.keyboard.press('Control+k')
  await search.fill('run all')
  // Without the reason why it would be refused: the page knows that nothing runs any more.
  await expect(options.first()).toHaveText('Run All Tasks')
  await options.first().click()
  await expect(toast(page, /^2 tasks queued/)).toBeVisible()
  await command('stop slow', 'Stop slow')
  await expect(toast(page, /'slow'/)).toBeVisible()
  await command('preview bad', 'Preview bad')
  await expect(page).toHaveURL(/\/previews\/\d+$/)
  await command('add', 'Add Task')
  await expect(page.getByRole('dialog', { name: 'Add Sync Task' })).toBeVisible()
  await expect(page).toHaveURL('/sync_tasks')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Search, or run a command')).toBeVisible()
  await expectDialogAccessible(page, 'keyboard shortcuts')
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await taskListOn(page).nameFilter.pressSequentially('what?')
  await expect(keys).toHaveCount(0)
})

test('a command of the palette is not refused while the tasks are still loading', async ({ page, client }) => {
  const type = await createType(client, { name: 'Loading' })
  await createTask(client, { type, name: 'unknown yet', target_sheet_name: 'unknown yet' })
  await page.route(`**${api.tasks.statusAll.path}`, () => {})
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { search, options } = findPalette(page)
  await page.keyboard.press('Control+k')
  await search.fill('run all')
  await options.filter({ hasText: 'Run All Tasks' }).first().click()
  await expect(toast(page, /^\d+ tasks? queued/)).toBeVisible()
})

test('Settings links to the screens outside the navigation', async ({ page }) => {
  for (const { link, heading } of [
    { link: 'Scheduled Tasks', heading: 'Scheduled Tasks' },
    { link: 'Dev Logs', heading: 'Dev Logs Viewer' },
  ]) {
    await page.goto('/settings')
    await page.getByRole('navigation', { name: 'See also' }).getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
})

function findPalette(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Commands' })
  return { search: dialog.getByRole('textbox'), options: dialog.getByRole('button') }
}
