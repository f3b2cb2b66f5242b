import { expect } from '@playwright/test'
import { test } from './support/empty-app.ts'

test.use({ isVisitor: true })

test('a sign-in at the Turbo address ends there, on the screen that was asked for', async ({ page, app }) => {
  const url = new URL('/sync_task_types?from=turbo#last', app.url)
  url.hostname = 'turbo.localhost'
  await page.goto(url.href)
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await page.getByLabel('Email address').fill('turbo@example.com')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sync Task Types' })).toBeVisible()
  expect(new URL(page.url()).host).toBe(url.host)
  await expect(page.getByRole('banner').getByRole('link').first()).toHaveText('Nano Sync Turbo')
})
