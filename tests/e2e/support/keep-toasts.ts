import type { Page } from '@playwright/test'

/** Keeps each toast open until it is clicked, however slow the machine. A window without focus pauses toasts. */
export async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.hasFocus = () => false
  })
}
