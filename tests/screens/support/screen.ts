import { expect } from '@playwright/test'
import { test as base } from '#tests/spec/support/kept-page-test.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { type ScreenServer, startScreenServer } from './screen-server.ts'

/**
 * A test of a screen: a signed-in user on the built page, with calls answered from prepared replies. `client` makes
 * calls to the same server. The tests of a worker share a page.
 */
export const test = base.extend<{ server: ScreenServer; client: ApiClient }, { workerServer: ScreenServer }>({
  workerServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      await using server = await startScreenServer()
      await use(server)
    },
    { scope: 'worker' },
  ],
  server: async ({ workerServer }, use) => {
    workerServer.reset()
    await use(workerServer)
    expect(workerServer.problems).toEqual([])
  },
  baseURL: async ({ server }, use) => use(server.url),
  client: async ({ server }, use) => use(new ApiClient(server.url)),
})
