import { expect, type Page } from '@playwright/test'
import { ApiClient } from '#tests/support/api-client.ts'
import { test as base } from './journey.ts'

/**
 * A journey of someone who is signed in, on an app that all journeys of a worker share. `client` makes calls as the same
 * person and prepares what a journey needs; each journey names what it makes so that no other one meets it.
 */
export const test = base.extend<{ failsOnPageErrors: undefined }, { client: ApiClient }>({
  client: [
    async ({ app }, use) => {
      const client = new ApiClient(app.url)
      await client.signIn('ada@example.com')
      await use(client)
    },
    { scope: 'worker' },
  ],
  context: async ({ context, app, client }, use) => {
    const cookies = client.jar.headerFor('/').split('; ')
    await context.addCookies(
      cookies.map((cookie) => {
        const [name = '', ...value] = cookie.split('=')
        return { name, value: value.join('='), url: app.url }
      }),
    )
    await use(context)
  },
  failsOnPageErrors: [
    async ({ page }, use) => {
      const errors: Error[] = []
      page.on('pageerror', (error) => errors.push(error))
      await use(undefined)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

/** A toast with exactly this text; one that is on its way out counts no more. */
export function toast(page: Page, text: string | RegExp) {
  return page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('alert')
    .getByText(text, { exact: true })
}
