import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { test } from './support/empty-app.ts'
import { fillSignIn } from './support/journey.ts'
import { withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'

const OPEN = ['/sync_tasks/1/data_copy', '/schedule', '/dev', '/import_export']

test.describe('a visitor', () => {
  test.use({ isVisitor: true })

  test('the server lets a visitor use the open screens', async ({ page }) => {
    for (const path of OPEN) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
      // Wait for pending requests, because a refused request would open the dialog.
      await page.waitForLoadState('networkidle')
      await expect(loginDialog(page)).toHaveCount(0)
    }
  })

  test('signing in returns to the requested screen with its filter, and signing out ends the session', async ({
    page,
  }) => {
    await page.goto('/sync_tasks?status=Error&name=ledger')
    const link = loginDialog(page).getByRole('link', { name: 'Sign in with Google' })
    await expect(link).toHaveAttribute('href', '/auth/login')
    await expect(link).toBeFocused()
    await link.click()
    await fillSignIn(page, 'grace@example.com')
    await expect(page).toHaveURL('/sync_tasks?status=Error&name=ledger')
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Error')
    await expect(page.getByText('grace@example.com')).toBeVisible()

    await page.goto('/settings')
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Task Types' }).click()
    await expect(loginDialog(page)).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(loginDialog(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await fillSignIn(page, 'grace@example.com')
    await expect(page).toHaveURL('/sync_tasks')
  })

  test('a sign-in under another name of this machine returns to the requested screen', async ({ page, app }) => {
    const elsewhere = new URL('/sync_tasks?status=Error#top', app.url)
    elsewhere.hostname = 'localhost'
    await page.goto(elsewhere.href)
    await loginDialog(page).getByRole('link', { name: 'Sign in with Google' }).click()
    await fillSignIn(page, 'grace@example.com')
    await expect(page).toHaveURL(/\/sync_tasks\?status=Error#top$/)
    await expect(page.getByRole('heading', { name: 'Sync Tasks', level: 1 })).toBeVisible()
  })

  test('signing out with unsaved changes asks nothing and keeps them for the next sign-in', async ({ page }) => {
    await page.goto('/settings')
    await loginDialog(page).getByRole('link', { name: 'Sign in with Google' }).click()
    await fillSignIn(page, 'grace@example.com')
    await page.getByRole('textbox', { name: 'New time (HH:MM)' }).fill('06:45')
    await page.keyboard.press('Enter')
    const remove = page.getByRole('button', { name: 'Remove 06:45' })
    await expect(remove).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('link', { name: 'Settings' }).click()
    await loginDialog(page).getByRole('link', { name: 'Sign in with Google' }).click()
    await fillSignIn(page, 'grace@example.com')
    await expect(page).toHaveURL('/settings')
    await expect(remove).toBeVisible()
  })

  test('a failed or refused sign-in shows a message on the home page', async ({ page }) => {
    await page.goto('/auth/callback?code=stale&state=stale')
    await expect(toast(page, 'Sign-in failed. Please try again.')).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.goto('/?sign_in_refused')
    await expect(toast(page, /^This account does not have access to Nano Sync\./)).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})

test.describe('a member', () => {
  test('the way back after a failed check includes the query and the hash', async ({ page }) => {
    const requested = '/sync_tasks?status=Error#task-3'
    await withMockReply(page, { route: api.auth.check, reply: 'none' }, async () => {
      await page.goto(requested)
      await expect(loginDialog(page)).toBeVisible()
      await expect(page).toHaveURL('/')
    })
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page).toHaveURL(requested)
    await expect(loginDialog(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/')

    await page.context().clearCookies()
    await page.goto(requested)
    await loginDialog(page).getByRole('link', { name: 'Sign in with Google' }).click()
    await fillSignIn(page, 'ada@example.com')
    await expect(page).toHaveURL(requested)
  })

  test('a session that expired on the server shows the sign-in dialog', async ({ page }) => {
    await page.goto('/sync_tasks')
    await expect(page.getByRole('button', { name: 'Add Task' }).first()).toBeVisible()
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(loginDialog(page)).toBeVisible()
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')).toHaveCount(0)
  })
})

function loginDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Login Required' })
}
