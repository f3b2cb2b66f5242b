import { expect, type Page } from '@playwright/test'
import { dismissToast, test, toast } from './support/journey.ts'

const PROTECTED_SCREENS = ['/sync_tasks', '/sync_tasks/1', '/sync_tasks/1/logs', '/settings', '/sync_task_types']
const OPEN_SCREENS = ['/', '/sync_tasks/1/data_copy', '/schedule', '/dev', '/import_export']

test('a protected screen sends a visitor home and asks for a sign-in', async ({ page, server }) => {
  server.state.isSignedIn = false
  for (const path of PROTECTED_SCREENS) {
    await page.goto(path)
    await expectSentHome(page)
  }
  await expect(loginDialog(page).getByRole('link', { name: 'Sign in with Google' })).toHaveAttribute(
    'href',
    '/auth/login',
  )
})

test('an open screen needs no sign-in', async ({ page, server }) => {
  server.state.isSignedIn = false
  for (const path of OPEN_SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(loginDialog(page)).toHaveCount(0)
  }
})

test('a signed-in user opens every screen, and none says that it is open unless the server says so', async ({
  page,
}) => {
  for (const path of [...PROTECTED_SCREENS, ...OPEN_SCREENS]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('note')).toHaveCount(0)
  }
})

test('after signing in, the user returns to the full path', async ({ page, server }) => {
  server.state.isSignedIn = false
  await page.goto('/sync_task_types?view=graph#top')
  await expectSentHome(page)
  await signInFromDialog(page)
  expect(server.received('GET /auth/login')).toHaveLength(1)

  server.state.isSignedIn = true
  await page.goto('/')
  await expect(page).toHaveURL(/\/sync_task_types\?view=graph#top$/)
  await expect(page.getByRole('heading', { name: 'Sync Task Types' })).toBeVisible()
  // The path is used once.
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'View Users' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('after signing in without a saved path, the user goes to the tasks', async ({ page, server }) => {
  server.state.isSignedIn = false
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveTitle('The sign-in provider')
  server.state.isSignedIn = true
  await page.goto('/')
  await expect(page).toHaveURL(/\/sync_tasks$/)
})

test('a failed check counts as not signed in, and the app still shows', async ({ page, server }) => {
  const failures = [
    { status: 500 },
    { status: 404, text: 'Not found' },
    { status: 200, text: '<p>Sign in</p>' },
    { json: {} },
    'hang up' as const,
  ]
  let logged = 0
  page.on('console', (message) => {
    if (message.text().startsWith('The sign-in check failed.')) logged += 1
  })
  for (const failure of failures) {
    server.reply('GET /auth/check', failure)
    await page.goto('/settings')
    await expectSentHome(page)
    await page.keyboard.press('Escape')
    await expect(loginDialog(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Nano Sync/)
  }
  // An empty reply is read as the reply to a visitor.
  expect(logged).toBe(failures.length - 1)
})

test('a spinner replaces the screen until the first check ends, which all share', async ({ page, server }) => {
  const release = server.hold('GET /auth/check')
  await page.goto('/settings')
  const main = page.getByRole('main')
  await expect(main.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(main.getByRole('heading')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Task Types' })).toBeVisible()
  release()
  await expect(main.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(main.getByRole('status', { name: 'Loading', exact: true })).toHaveCount(0)
  expect(server.received('GET /auth/check')).toHaveLength(1)
})

test('a check is valid for 30 seconds', async ({ page, server }) => {
  await page.clock.install()
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Task Types' }).click()
  await expect(page.getByRole('heading', { name: 'Sync Task Types' })).toBeVisible()
  await page.clock.runFor(29_000)
  expect(server.received('GET /auth/check')).toHaveLength(1)
  await page.clock.runFor(2_000)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(server.received('GET /auth/check')).toHaveLength(2)
})

test('a user whose check fails later is sent home and returns to where they wanted to go', async ({ page, server }) => {
  await page.clock.install()
  for (const failure of [{ json: { authenticated: false, user: null } }, { status: 503 }, 'hang up' as const]) {
    server.restore('GET /auth/check')
    await page.goto('/sync_task_types')
    await expect(page.getByRole('heading', { name: 'Sync Task Types' })).toBeVisible()
    server.reply('GET /auth/check', failure)
    await page.clock.runFor(31_000)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expectSentHome(page)
  }
  await signInFromDialog(page)
  server.restore('GET /auth/check')
  await page.goto('/')
  await expect(page).toHaveURL(/\/settings$/)
})

test('signing out ends at Home; a failed sign-out says so and changes nothing', async ({ page, server }) => {
  await page.goto('/settings')
  const signOut = page.getByRole('button', { name: 'Sign out' })
  for (const failure of [{ status: 500 }, { json: { success: false } }, 'hang up' as const]) {
    server.reply('GET /auth/logout', failure)
    await signOut.click()
    await expect(toast(page, 'Failed to sign out')).toBeVisible()
    await dismissToast(page, 'Failed to sign out')
    await expect(page).toHaveURL(/\/settings$/)
    await expect(signOut).toBeVisible()
  }
  server.restore('GET /auth/logout')
  await signOut.click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('a user without an object is fine', async ({ page, server }) => {
  server.reply('GET /auth/check', { json: { authenticated: true, user: 'ada' } })
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

function loginDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Login Required' })
}

async function expectSentHome(page: Page): Promise<void> {
  await expect(loginDialog(page)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
}

async function signInFromDialog(page: Page): Promise<void> {
  await loginDialog(page).getByRole('link', { name: 'Sign in with Google' }).click()
  await expect(page).toHaveTitle('The sign-in provider')
}
