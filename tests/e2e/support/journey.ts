import { test as base, expect, type Page, type Request } from '@playwright/test'
import { type RunningApp, startApp } from './running-app.ts'

/** A browser journey on an app of its own worker, filled with the samples. No page may fetch from another host than its own. */
export const test = base.extend<
  { member: Page; failsOnForeignRequests: undefined },
  { settings: Record<string, string>; app: RunningApp }
>({
  /** Settings of the app's environment; a file that chooses some has an app of its own. */
  settings: [{}, { option: true, scope: 'worker' }],
  app: [
    async ({ settings }, use) => {
      await using app = await startApp(settings)
      await use(app)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  /** A page of someone who is signed in, on the list of tasks. */
  member: async ({ page, app }, use) => {
    await page.goto(app.url)
    await signIn(page)
    await use(page)
  },
  failsOnForeignRequests: [
    async ({ context }, use) => {
      const elsewhere: string[] = []
      context.on('request', (request) => {
        if (leavesItsHost(request)) elsewhere.push(`${request.frame().url()} fetched ${request.url()}`)
      })
      await use(undefined)
      expect(elsewhere).toEqual([])
    },
    { auto: true },
  ],
})

/** Following a link may lead anywhere; what a page fetches by itself may not. */
function leavesItsHost(request: Request): boolean {
  if (request.isNavigationRequest()) return false
  const { protocol, origin } = new URL(request.url())
  return protocol.startsWith('http') && origin !== new URL(request.frame().url()).origin
}

/** Signs in from the home page through the embedded provider, as a person does. */
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
