import type { JSHandle, Page } from '@playwright/test'
import type { Route } from '#contract/route.ts'
import type { ScreenServer } from './screen-server.ts'

/**
 * Sent instead of the prepared reply; 'none' breaks the connection. `isBroken` sends a successful reply that breaks the
 * contract.
 */
export type OtherReply = { status?: number; body: unknown; isBroken?: boolean } | 'none'

interface OtherAnswer {
  route: Route
  reply: OtherReply
}

/**
 * Answers one call in another way while `steps` run. A route of the page would do the same, but it stops the browser from
 * keeping scripts, so each load would take half as long again.
 */
export async function withReply(
  server: ScreenServer,
  { route, reply }: OtherAnswer,
  steps: () => Promise<void>,
): Promise<void> {
  const restore = server.answerWith(route, () => reply)
  await steps()
  restore()
}

/**
 * Answers one call in another way while `steps` run, and until a click on 'Try again' after them: a screen that reads again
 * by itself, as after a pushed event, fails again.
 */
export async function failUntilTriedAgain(
  { page, server }: { page: Page; server: ScreenServer },
  { route, reply }: OtherAnswer,
  steps: () => Promise<void>,
): Promise<void> {
  let click: JSHandle<{ isDone: boolean }> | undefined
  const restore = server.answerWith(route, async () => {
    const isDone = await click?.evaluate((state) => state.isDone)
    return isDone ? undefined : reply
  })
  await steps()
  click = await page.evaluateHandle(() => {
    const state = { isDone: false }
    document.addEventListener('click', () => Object.assign(state, { isDone: true }), { capture: true, once: true })
    return state
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  restore()
}
