import { expect, type Page } from '@playwright/test'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('the palette opens screens and tasks, runs a task and switches the theme', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Found' })
  await createRunnableTask({ client, provider }, { type, name: 'needle' })
  const { id } = await createTask(client, { type, name: 'hay', target_sheet_name: 'hay', is_active: false })
  await page.goto('/')
  const { search, options } = paletteOf(page)
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

function paletteOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Commands' })
  return { search: dialog.getByRole('textbox'), options: dialog.getByRole('button') }
}
