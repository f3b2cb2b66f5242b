import type { Page } from '@playwright/test'
import type { Route } from '#contract/route.ts'

interface Answer {
  status?: number
  /** Sent as JSON; text is sent as it stands. */
  body: unknown
}

interface Failure {
  route: Route
  /** What stands in the answer's place; 'nothing': the connection breaks. */
  answer: Answer | 'nothing'
}

/** Answers one call in the server's place for as long as the journey takes. */
export async function whileAnswered(page: Page, { route, answer }: Failure, journey: () => Promise<void>) {
  const path = new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`)
  const isMeant = (url: URL) => path.test(url.pathname)
  await page.route(isMeant, async (call) => {
    if (call.request().method() !== route.method) return call.fallback()
    if (answer === 'nothing') return call.abort('connectionrefused')
    const isText = typeof answer.body === 'string'
    await call.fulfill({
      status: answer.status ?? 200,
      contentType: isText ? 'text/html' : 'application/json',
      body: isText ? String(answer.body) : JSON.stringify(answer.body),
    })
  })
  await journey()
  await page.unroute(isMeant)
}

/** A refusal that says nothing readable, as of a proxy in between. */
export const silentRefusal = (status: number): Answer => ({ status, body: '<!doctype html><title>Refused</title>' })

/** A refusal with a sentence of the server's own. */
export const toldRefusal = (status: number, message: string): Answer => ({
  status,
  body: { error: 'invalid', message },
})
