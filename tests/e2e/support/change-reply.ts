import type { Page } from '@playwright/test'
import type { Route } from '#contract/route.ts'

/** Loads the page again, with a changed reply to a route. */
export async function changeReply(page: Page, { route, change }: { route: Route; change: object }): Promise<void> {
  await page.route(`**${route.path}`, async (call) => {
    if (call.request().method() !== route.method) return call.fallback()
    // A page with the changed reply must not be told that the original reply is unchanged.
    const { 'if-none-match': _, ...headers } = call.request().headers()
    const response = await call.fetch({ headers })
    await call.fulfill({ response, json: { ...(await response.json()), ...change } })
  })
  await page.reload()
}
