import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'

/** Breaks the stream of pushed events, so the page polls instead. */
export async function withoutPush(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === api.events.stream.path,
    (call) => call.abort(),
  )
}
