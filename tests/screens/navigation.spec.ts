import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { test } from './support/screen.ts'

test('the main navigation has five links, and Sync Tasks has the map and the trash beside it', async ({ page }) => {
  await page.goto('/sync_tasks')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Home',
    'Sync Tasks',
    'Task Types',
    'Settings',
    'Import/Export',
  ])
  const neighbors = page.getByRole('navigation', { name: 'Sync Tasks' })
  const current = neighbors.locator('[aria-current="page"]')
  await expect(neighbors.getByRole('link')).toHaveText(['Tasks', 'Map', 'Trash'])
  await expect(current).toHaveText('Tasks')
  await neighbors.getByRole('link', { name: 'Trash' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
  await expect(current).toHaveText('Trash')
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')).toHaveText('Sync Tasks')
  await expectAccessible(page, 'trash')
})

test('Settings has one group of pages for the installation, and one for the person', async ({ page }) => {
  await page.goto('/settings')
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await expect(page.getByRole('button', { name: 'Save Schedule' })).toBeVisible()
  for (const [name, pages] of [
    ['This installation', ['Schedule', 'Notifications', 'Connect Google']],
    ['Mine', ['My Google access', 'Active sessions', 'API tokens', 'My alerts']],
  ] as const) {
    const group = settings.getByRole('region', { name })
    for (const label of pages) await expect(group.getByRole('link', { name: label, exact: true })).toBeVisible()
  }
  await expect(settings.getByRole('link', { name: 'Trash' })).toHaveCount(0)
  await settings.getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications')
  await expectAccessible(page, 'notifications')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a line separates the header from the screen, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/settings')
    await expect(page.getByRole('banner')).toHaveCSS('border-bottom-width', '1px')
  })
}

for (const [former, current] of [['/settings/trash', '/sync_tasks/trash']] as const) {
  test(`${former} leads to the page that took its place`, async ({ page }) => {
    await page.goto(former)
    await expect(page).toHaveURL(current)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}
