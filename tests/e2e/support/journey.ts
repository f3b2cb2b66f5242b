import { test as base, type Page } from '@playwright/test'
import { type RunningApp, startApp } from './running-app.ts'

/** A browser journey on an app of its own worker, filled with the samples. */
export const test = base.extend<{ member: Page }, { app: RunningApp }>({
  app: [
    // Playwright wants the first argument destructured, even when a fixture needs no other.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      await using app = await startApp()
      await use(app)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** A page of someone who is signed in, on the list of tasks. */
  member: async ({ page, app }, use) => {
    await page.goto(app.url)
    await signIn(page)
    await use(page)
  },
})

/** Signs in from the home page through the embedded provider, as a person does. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sync Tasks' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in with Google' }).click()
  await page.getByRole('textbox').fill('ada@example.com')
  await page.getByRole('button', { name: /sign in|continue/i }).click()
  await page.waitForURL('**/sync_tasks')
}
