import type { Page } from '@playwright/test'
import type { Route } from '#contract/route.ts'

interface Reply {
  status?: number
  /** Sent as JSON; a string is sent unchanged, as HTML. */
  body: unknown
}

interface Mock {
  route: Route
  /** Sent instead of the server's reply; 'none' breaks the connection. */
  reply: Reply | 'none'
}

/** Replies to one call in place of the server while `steps` run. */
export async function withMockReply(page: Page, { route, reply }: Mock, steps: () => Promise<void>) {
  const path = new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`)
  const matches = (url: URL) => path.test(url.pathname)
  await page.route(matches, async (call) => {
    if (call.request().method() !== route.method) return call.fallback()
    if (reply === 'none') return call.abort('connectionrefused')
    const isText = typeof reply.body === 'string'
    await call.fulfill({
      status: reply.status ?? 200,
      contentType: isText ? 'text/html' : 'application/json',
      body: isText ? String(reply.body) : JSON.stringify(reply.body),
    })
  })
  await steps()
  await page.unroute(matches)
}

/** An error page without a message the app can read, as a proxy sends. */
export const unreadableError = (status: number): Reply => ({ status, body: '<!doctype html><title>Refused</title>' })

/** An error with a message of the server. */
export const errorReply = (status: number, message: string): Reply => ({
  status,
  body: { error: message, message, code: 'invalid' },
})
