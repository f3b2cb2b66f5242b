import type { Page } from '@playwright/test'

const KEY = 'clicks'

/** Counts the clicks of a person on all pages of the tab from now on, whatever they hit. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript((key) => {
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1))
    }
    addEventListener('click', count, { capture: true })
  }, KEY)
  return () => page.evaluate((key) => Number(sessionStorage.getItem(key) ?? 0), KEY)
}
