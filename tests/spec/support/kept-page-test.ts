import { test as base, expect } from '@playwright/test'
import { KeptPage } from './kept-page.ts'

/** Declares tests that share a page in each worker. A test fails on an error that no code of the page catches. */
export const test = base.extend<object, { keptPage: KeptPage }>({
  keptPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const kept = new KeptPage()
      await use(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, keptPage, viewport, hasTouch, isMobile, contextOptions }, use) => {
    const { page, errors } = await keptPage.take(
      browser,
      JSON.stringify({ viewport, hasTouch, isMobile, contextOptions }),
    )
    await use(page)
    await keptPage.giveBack(viewport)
    expect(errors).toEqual([])
  },
  context: async ({ page }, use) => use(page.context()),
})
