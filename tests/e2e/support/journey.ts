import { test as base, expect, type Page, type Request } from '@playwright/test'
import { type RunningApp, startApp } from './running-app.ts'

/** A browser journey on an app with the samples, shared by the journeys of a worker. A page may fetch from its own host only. */
export const test = base.extend<
  { member: Page; foreignHosts: readonly string[]; failsOnForeignRequests: undefined },
  { settings: Record<string, string>; app: RunningApp }
>({
  /** Environment variables of the app. A file that sets any gets its own app. */
  settings: [{}, { option: true, scope: 'worker' }],
  app: [
    async ({ settings }, use) => {
      await using app = await startApp(settings)
      await use(app)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  page: async ({ page }, use) => {
    await use(page)
    // A page may still be loading when its journey ends. A route that changes such a reply then fails, which is no fault.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  /** A page of a signed-in user, on the list of tasks. */
  member: async ({ page, app }, use) => {
    await page.goto(app.url)
    await signIn(page)
    await use(page)
  },
  /** Hosts that pages may fetch from besides their own. A test answers for them. */
  foreignHosts: [[], { option: true }],
  failsOnForeignRequests: [
    async ({ context, foreignHosts }, use) => {
      const foreign: string[] = []
      context.on('request', (request) => {
        const isExpected = foreignHosts.includes(new URL(request.url()).hostname)
        if (!isExpected && leavesItsHost(request)) foreign.push(`${request.frame().url()} fetched ${request.url()}`)
      })
      await use(undefined)
      expect(foreign).toEqual([])
    },
    { auto: true },
  ],
})

/** Whether a page fetches from another host. Links do not count, because they may lead anywhere. */
function leavesItsHost(request: Request): boolean {
  if (request.isNavigationRequest()) return false
  const { protocol, origin } = new URL(request.url())
  return protocol.startsWith('http') && origin !== new URL(request.frame().url()).origin
}

/** Signs in from the home page through the embedded provider, as a user does. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sync Tasks' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in with Google' }).click()
  await fillSignIn(page, 'ada@example.com')
  await page.waitForURL('**/sync_tasks')
}

/** Fills in the form of the embedded provider. */
export async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox').fill(email)
  await page.getByRole('button', { name: /sign in|continue/i }).click()
}
