import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './support/journey.ts'

const LINKS = [
  ['/', 'Home'],
  ['/sync_tasks', 'Sync Tasks'],
  ['/sync_task_types', 'Task Types'],
  ['/settings', 'Settings'],
  ['/import_export', 'Import/Export'],
] as const

test('the navbar links to the screens and highlights the active one', async ({ page }) => {
  await page.goto('/')
  const navbar = page.getByRole('navigation', { name: 'Main' })
  await expect(navbar.getByRole('link')).toHaveText(LINKS.map(([, label]) => label))
  for (const [path, label] of LINKS) {
    const link = navbar.getByRole('link', { name: label })
    await expect(link).toHaveAttribute('href', path)
    await link.click()
    await expect(navbar.locator('[aria-current="page"]')).toHaveText([label])
  }
  // Home is active on its exact path only.
  await page.goto('/sync_tasks/1/logs')
  await expect(navbar.locator('[aria-current="page"]')).toHaveText(['Sync Tasks'])
})

test('on a phone the navbar is a menu that opens and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const settings = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' })
  await expect(settings).toBeHidden()
  await page.getByRole('button', { name: 'Toggle navigation' }).click()
  await settings.click()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(settings).toBeHidden()
})

test('Home has the tagline, the version and two cards', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Nano Sync')
  await expect(main.getByText('Sync all your spreadsheets data')).toBeVisible()
  await expect(main.getByText('3.0.0')).toBeVisible()
  await expect(main.getByRole('link', { name: /^Sync Tasks/ }).first()).toHaveAttribute('href', '/sync_tasks')
  await main.getByRole('link', { name: /^View Users/ }).click()
  await expect(page).toHaveURL(/\/users$/)
  await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
})

test('an unknown path shows the 404 page, which leads back', async ({ page, server }) => {
  server.state.isSignedIn = false
  for (const path of ['/nowhere', '/sync_tasks/1/nowhere', '/users']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
    await expect(page.getByText('This page does not exist')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a host name with turbo shows the Turbo variant in red', async ({ page, server }) => {
  await page.goto(server.urlAt('my-turbo-host.localhost'))
  const navbarTitle = page.getByRole('banner').getByText('Turbo', { exact: true })
  const heading = page.getByRole('heading', { level: 1 }).getByText('Turbo', { exact: true })
  for (const text of [navbarTitle, heading]) expect(isRed(await readStyle(text, 'color'))).toBe(true)
  for (const logo of await page.locator('svg > rect:first-child').all())
    expect(isRed(await readStyle(logo, 'fill'))).toBe(true)

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nano Sync')
  await expect(page.getByText('Turbo')).toHaveCount(0)
})

test('the page works without the headers of the real server and logs no error of its own', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
  for (const [path] of LINKS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expectNoToasts(page)
  expect(errors).toEqual([])
})

/** A server without the parts beyond the specification is not a failure to report. */
async function expectNoToasts(page: Page): Promise<void> {
  await page.goto('/schedule')
  await expect(page.getByText('run_all')).toBeVisible()
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')).toHaveCount(0)
}

function readStyle(place: Locator, property: 'color' | 'fill'): Promise<string> {
  return place.evaluate((element, name) => getComputedStyle(element)[name], property)
}

function isRed(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  return red > 150 && red > 1.5 * green && red > 1.5 * blue
}
