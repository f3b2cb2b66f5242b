import { expect, type Page } from '@playwright/test'
import { test } from './support/empty-app.ts'

/** The page a link opens in another tab. */
async function openedBy(page: Page, act: () => Promise<void>): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await act()
  return await opened
}

test('the command palette opens the Help at the first day, whose links and pictures work', async ({ page }) => {
  await page.goto('/sync_tasks')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder(/Search/).fill('help')
  const help = await openedBy(page, () => page.getByRole('button', { name: 'Help' }).click())
  await expect(help.getByRole('heading', { level: 1 })).toHaveText('Your first day')

  await help.getByRole('navigation').getByRole('link', { name: 'Instead of IMPORTRANGE' }).click()
  const picture = help.getByRole('img', { name: 'A remark left in place, and a remark moved along' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)

  await help.getByRole('link', { name: 'updates by key' }).first().click()
  await expect(help).toHaveURL('/help?page=use/shape#update-by-key')
  await expect(help.getByRole('heading', { name: 'Update by key' })).toBeInViewport()
})

test('the form of a task, its types, settings and held tasks link to the page that explains them', async ({ page }) => {
  await page.goto('/sync_tasks?dialog=add')
  const form = page.getByRole('dialog', { name: 'Add Sync Task' })
  await form.getByRole('button', { name: 'More sources' }).click()
  const link = form.getByRole('link', { name: 'Help: More sources' })
  const sources = await openedBy(page, () => link.click())
  await expect(sources.getByRole('heading', { level: 1 })).toHaveText('Bring branches together')

  for (const [path, name, title] of [
    ['/settings/tokens', 'Help: API tokens', 'API'],
    ['/settings/my-alerts', 'Help: My alerts', 'Alerts'],
    ['/sync_tasks?held=true', 'Help: guards', 'Guards: what a run asks before it copies'],
    ['/import_export', 'Help: tasks as CSV', 'Tasks as CSV'],
  ] as const) {
    await page.goto(path)
    const help = await openedBy(page, () => page.getByRole('link', { name }).click())
    await expect(help.getByRole('heading', { level: 1 })).toHaveText(title)
    await help.close()
  }
})
