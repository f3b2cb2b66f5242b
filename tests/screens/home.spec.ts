import { expect, type Locator } from '@playwright/test'
import { OPEN_SCREENS } from '#contract/route.ts'
import { test } from './support/screen.ts'

test.beforeEach(({ server }) => {
  server.state.isSignedIn = false
  server.state.info.open_screens = [...OPEN_SCREENS]
})

test('the home page describes the product and links to its two screens', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Home · Nano Sync')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Nano Sync')
  await expect(main.getByText('3.0.0', { exact: true })).toBeVisible()
  await expect(main.getByText('Sync all your spreadsheets data', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: /^Sync Tasks/ })).toHaveAttribute('href', '/sync_tasks')
  await main.getByRole('link', { name: /^View Users/ }).click()
  await expect(page).toHaveURL('/users')
  await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
})

test('an unknown path shows 404 with a way back', async ({ page }) => {
  for (const path of ['/nowhere', '/sync_tasks/1/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Not Found')
    await expect(page.getByText('This page does not exist', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle('404 Not Found · Nano Sync')
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/')
  }
})

test('the navigation marks the current screen, and is a menu on a narrow screen', async ({ page }) => {
  await page.goto('/import_export')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const links = nav.getByRole('link')
  await expect(links).toHaveText(['Home', 'Sync Tasks', 'Task Types', 'Settings', 'Import/Export'])
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/sync_tasks',
    '/sync_task_types',
    '/settings',
    '/import_export',
  ])
  await expect(nav.locator('[aria-current="page"]')).toHaveText('Import/Export')
  await nav.getByRole('link', { name: 'Home' }).click()
  await expect(nav.locator('[aria-current="page"]')).toHaveText('Home')

  await page.setViewportSize({ width: 390, height: 844 })
  const burger = page.getByRole('button', { name: 'Toggle navigation' })
  await expect(nav).not.toBeInViewport()
  await burger.click()
  await expect(burger).toHaveAttribute('aria-expanded', 'true')
  await nav.getByRole('link', { name: 'Import/Export' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(burger).toHaveAttribute('aria-expanded', 'false')
  await expect(nav).not.toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a navigation link stays marked on nested screens, except Home', async ({ page }) => {
  const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
  await page.goto('/sync_tasks/1/data_copy')
  await expect(marked).toHaveText('Sync Tasks')
  for (const path of ['/import_export/nowhere', '/settings/nowhere', '/sync_task_types/nowhere']) {
    await page.goto(path)
    await expect(marked).toHaveCount(1)
    await expect(marked).toHaveAttribute('href', path.replace('/nowhere', ''))
  }
  await page.goto('/schedule')
  await expect(page.getByRole('heading', { name: 'Scheduled Tasks' })).toBeVisible()
  await expect(marked).toHaveCount(0)
})

test("a host with 'turbo' in its name shows the Turbo variant in red", async ({ page, server }) => {
  await page.goto(server.url)
  await expect(page.getByText('Turbo')).toHaveCount(0)
  const url = new URL(server.url)
  url.hostname = 'Turbo.localhost'
  await page.goto(url.href)
  const turbo = page.getByText('Turbo', { exact: true })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nano Sync Turbo')
  await expect(page.getByRole('banner').getByRole('link')).toHaveText('Nano Sync Turbo')
  for (const word of await turbo.all()) expect(await isRed(word, 'color')).toBe(true)
  const logos = page.getByRole('main').or(page.getByRole('banner')).locator('svg rect')
  await expect(logos).toHaveCount(2)
  for (const logo of await logos.all()) expect(await isRed(logo, 'fill')).toBe(true)
})

function isRed(part: Locator, property: 'color' | 'fill'): Promise<boolean> {
  return part.evaluate((element, name) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(element)[name].match(/\d+/g) ?? []).map(Number)
    return red > 150 && red > 2 * Math.max(green, blue)
  }, property)
}
