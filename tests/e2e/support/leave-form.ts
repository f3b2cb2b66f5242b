import { expect, type Page } from '@playwright/test'

/** Finds the question before changes are lost. */
export function confirmationOn(page: Page) {
  const confirmation = page.getByRole('dialog', { name: 'Discard changes?' })
  return {
    confirmation,
    keep: confirmation.getByRole('button', { name: 'Keep editing' }),
    discard: confirmation.getByRole('button', { name: 'Discard' }),
  }
}

/** Leaves the form, expects a question, and stays. */
export async function expectLeavingAsks(page: Page, go: () => Promise<unknown>): Promise<void> {
  const { confirmation, keep } = confirmationOn(page)
  const address = page.url()
  await go()
  await expect(confirmation).toBeVisible()
  await keep.click()
  await expect(confirmation).toBeHidden()
  expect(page.url()).toBe(address)
}

/** Reloads the page, expects a question of the browser, and stays. */
export async function expectReloadAsks(page: Page): Promise<void> {
  const opened = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => window.location.reload()))
  const dialog = await opened
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
}
