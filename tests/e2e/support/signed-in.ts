import { expect, type Page } from '@playwright/test'
import { ApiClient } from '#tests/support/api-client.ts'
import { test as base } from './journey.ts'

/**
 * A journey of a signed-in user. `client` makes calls as the same user and prepares what the journey needs. The
 * journeys of a worker share their app, so each gives its own names to everything it creates.
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

/** A toast with exactly this text. A toast on its way out does not count. */
export function toast(page: Page, text: string | RegExp) {
  return page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('alert')
    .getByText(text, { exact: true })
}
